import { useId, useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { useLanguageOf } from "../i18n/text-language.js";
import { Button } from "../ui/button.js";
import { chunkAddress } from "./addresses.js";
import styles from "./answer.module.css";
import { AnswerRows } from "./answer-rows.js";
import type { AnswerUnit, SectionAnswer } from "./answers.js";
import type { Asked } from "./asked.js";
import { CopyButton } from "./copy-button.js";
import { Judgement } from "./judgement.js";
import { messages } from "./messages.js";
import { sectionName } from "./section-name.js";
import { WholeSection } from "./whole-section.js";

interface AnswerProps {
  readonly answer: SectionAnswer;
  readonly answerId: string;
  readonly asked: Asked;
  /** Whether it is still the answer to the question before. */
  readonly isOld: boolean;
}

/** What one section says to a question, word for word, below its name; the whole section on demand. */
export function Answer({ answer, answerId, asked, isOld }: AnswerProps) {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  const [heading, whole] = [useId(), useId()];
  const [isOpen, setOpen] = useState(false);
  const { doc, section, units, omitted_after } = answer;
  const [first] = units;
  const name = [doc.title, sectionName(section)].filter(Boolean).join(" ");
  const language = languageOf(units.map((unit) => unit.text).join(""));
  const open =
    text.open[units.some(({ cells }) => cells) ? "table" : section.type === "article" ? "article" : "section"];
  const copied = () =>
    [
      ...units.map((unit) => `${unit.omitted_before ? "… " : ""}${"  ".repeat(unit.level)}${unit.text}`),
      ...(omitted_after ? ["…"] : []),
      `— ${name} (${text.version(doc.version)})`,
    ].join("\n");
  return (
    <section className={styles.answer} aria-labelledby={heading} aria-busy={isOld}>
      <div aria-live="polite">
        <h2 id={heading}>
          <Link href={chunkAddress(doc.id, first?.chunk_id ?? section.id, asked, first)}>
            <span lang={languageOf(name)}>{name}</span>
          </Link>
        </h2>
        <p className={styles.version}>
          {text.version(doc.version)}
          {language && text.inLanguage}
        </p>
        <div className={styles.units} lang={language}>
          <Units units={units} omitted_after={omitted_after} />
        </div>
      </div>
      <div className={styles.actions}>
        <Button
          small
          aria-expanded={isOpen}
          {...(isOpen && { "aria-controls": whole })}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? text.fold : open}
        </Button>
        <CopyButton value={copied}>{text.copyAnswer}</CopyButton>
        <Judgement answerId={answerId} />
      </div>
      {isOpen && (
        <div id={whole} className={styles.whole} lang={language}>
          <WholeSection document_id={doc.id} section={section.id} quoted={units} />
        </div>
      )}
    </section>
  );
}

/** Items below {@link LEVEL_MAX} are shown like those on it. */
function Units({ units, omitted_after }: Pick<SectionAnswer, "units" | "omitted_after">) {
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

/** Shown while a model chooses. */
export function Choosing() {
  const { choosing } = useMessages(messages);
  return (
    <p role="status" className={styles.note}>
      {choosing}
    </p>
  );
}
