import type { AnswerUnit, SectionAnswer } from "./answer.js";
import type { AnsweringSources } from "./answering-sources.js";
import { levelled, type PlacedUnit, placedUnits } from "./items.js";
import { SURE } from "./passage.js";
import { bodyOf, type Source } from "./sources.js";

/** How much of a named article is quoted when the question says no more. */
const BEGINNING = 2;

/** The surely answering units of the first source; otherwise the beginning of an article that the question names. */
export function answerByWords({ ask, passage, sources }: AnsweringSources) {
  const [source] = sources;
  return source && ask && passage && passage.score >= SURE
    ? { source, answer: answerOf(source, passage.units) }
    : beginningOfNamed(sources);
}

/** 第16条 alone asks what the article says. */
function beginningOfNamed(sources: readonly Source[]) {
  const source = sources.find(({ isNamed }) => isNamed);
  const units = placedUnits(source?.chunks ?? []).slice(0, BEGINNING);
  return source === undefined || units.length === 0 ? null : { source, answer: answerOf(source, units) };
}

/**
 * These units in document order.
 *
 * @param units at least one
 */
export function answerOf(source: Source, units: readonly PlacedUnit[]): Omit<SectionAnswer, "coming"> {
  const whole = placedUnits(source.chunks);
  const parts = units.toSorted(inOrder);
  const isOmitted = omissions(parts, whole, source.gaps);
  const { doc, section } = source;
  return {
    doc,
    section,
    units: levelled(parts).map((unit, i): AnswerUnit => {
      const { chunk_id, text, cells, level, start, end } = unit;
      const quote = bodyOf(source, chunk_id).slice(start, end);
      const omitted_before = isOmitted(parts[i - 1], unit);
      const table_rows = cells && whole.filter((row) => row.chunk_id === chunk_id).length;
      return { chunk_id, text, cells, level, start, end, quote, omitted_before, table_rows };
    }),
    omitted_after: isOmitted(parts.at(-1), undefined),
  };
}

const inOrder = (a: PlacedUnit, b: PlacedUnit) => a.chunk - b.chunk || a.start - b.start;

/** Tells whether text is left out between two units, or at an end of the section; rows of a shown table are none. */
function omissions(parts: readonly PlacedUnit[], whole: readonly PlacedUnit[], gaps: readonly number[]) {
  const tables = new Set(parts.flatMap(({ cells, chunk_id }) => (cells === null ? [] : chunk_id)));
  const left = whole.filter((unit) => !tables.has(unit.chunk_id) && !parts.some((part) => isSame(part, unit)));
  return (from: PlacedUnit | undefined, to: PlacedUnit | undefined): boolean =>
    left.some((unit) => (!from || inOrder(from, unit) < 0) && (!to || inOrder(unit, to) < 0)) ||
    gaps.some((gap) => gap > (from?.chunk ?? -1) && gap <= (to?.chunk ?? gap));
}

const isSame = (a: PlacedUnit, b: PlacedUnit) => a.chunk_id === b.chunk_id && a.start === b.start;
