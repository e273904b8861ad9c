import styles from "./answer.module.css";
import { AnswerRows } from "./answer-rows.js";
import type { AnswerUnit, SectionAnswer } from "./answers.js";

/** The words of an answer; where some are left out, there is a mark. Items below {@link LEVEL_MAX} are shown like those on it. */
export function AnswerUnits({ units, omitted_after }: Pick<SectionAnswer, "units" | "omitted_after">) {
  const parts = partsOf(units);
  return parts.map((part, i) => {
    const [{ chunk_id, start, cells, level, omitted_before }] = part;
    const isCut = omitted_after && i === parts.length - 1;
    const [before, after] = [omitted_before && <Cut />, isCut && <Cut />];
    return cells === null ? (
      <blockquote key={`${chunk_id} ${start}`} data-level={Math.min(level, LEVEL_MAX)}>
        {before} {part.map(({ text }) => text).join("")} {after}
      </blockquote>
    ) : (
      <div key={`${chunk_id} ${start}`}>
        {before}
        <AnswerRows rows={part} />
        {after}
      </div>
    );
  });
}

const LEVEL_MAX = 3;

/** Where text is left out. */
const Cut = () => <span className={styles.cut}>…</span>;

/** Rows of one table are one part, and so are sentences that follow each other without a space, as in Japanese. */
function partsOf(units: readonly AnswerUnit[]): (readonly [AnswerUnit, ...AnswerUnit[]])[] {
  const parts: [AnswerUnit, ...AnswerUnit[]][] = [];
  for (const unit of units) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    const isOfChunk = before?.chunk_id === unit.chunk_id;
    if (isOfChunk && (unit.cells === null ? before.end === unit.start : before.cells !== null)) part?.push(unit);
    else parts.push([unit]);
  }
  return parts;
}
