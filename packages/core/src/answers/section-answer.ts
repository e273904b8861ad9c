import type { AnswerUnit, SectionAnswer } from "./answer.js";
import { extractFrom } from "./extract.js";
import { levelled, type PlacedUnit, placedUnits } from "./items.js";
import { bodyOf, type FoundSources, type Source } from "./sources.js";
import { widthOf } from "./units.js";

/** How much of a named article is quoted when the question says no more. */
const BEGINNING = 2;
/** How long a section may be that is quoted whole, in characters as wide as a kanji. */
const SHORT = 320;
/** Where no sentence has so much of the question's weight, or the fact that it asks for, all of the section answers. */
const SURE = 0.7;

/** The answer that the words of the question choose; null: none has enough of them. */
export function answerByWords({ wanted, terms, sources }: FoundSources) {
  const units = extractFrom(wanted, terms, sources);
  const [first] = units;
  if (first === undefined) return beginningOfNamed(sources);
  const source = sources[first.source] as Source;
  const isSure = wanted?.isCertain === true || first.own >= SURE;
  return { source, answer: answerOf(source, units, isSure) };
}

/** 第16条 alone asks what the article says. */
function beginningOfNamed(sources: readonly Source[]) {
  const source = sources.find(({ isNamed }) => isNamed);
  const units = placedUnits(source?.chunks ?? []).slice(0, BEGINNING);
  return source === undefined || units.length === 0 ? null : { source, answer: answerOf(source, units, false) };
}

/**
 * These units in document order.
 *
 * @param units at least one
 * @param isSure whether they answer, and what stands around them is context
 */
export function answerOf(source: Source, units: readonly PlacedUnit[], isSure: boolean): SectionAnswer {
  const whole = placedUnits(source.chunks);
  const shown = withContext(units, whole).toSorted(inOrder);
  const isOmitted = omissions(shown, whole, source.gaps);
  const { doc, section } = source;
  return {
    doc,
    section,
    units: levelled(shown).map((unit, i): AnswerUnit => {
      const { chunk_id, text, cells, level, start, end } = unit;
      const is_context = isSure && !units.some((one) => isSame(one, unit));
      const quote = bodyOf(source, chunk_id).slice(start, end);
      const omitted_before = isOmitted(shown[i - 1], unit);
      const table_rows = cells && whole.filter((one) => one.chunk_id === chunk_id).length;
      return { chunk_id, text, cells, level, is_context, start, end, quote, omitted_before, table_rows };
    }),
    omitted_after: isOmitted(shown.at(-1), undefined),
  };
}

const inOrder = (a: PlacedUnit, b: PlacedUnit) => a.chunk - b.chunk || a.start - b.start;

/** Tells whether text is left out between two units, or at an end of the section; rows of a shown table are none. */
function omissions(shown: readonly PlacedUnit[], whole: readonly PlacedUnit[], gaps: readonly number[]) {
  const tables = new Set(shown.flatMap(({ cells, chunk_id }) => (cells === null ? [] : chunk_id)));
  const left = whole.filter((unit) => !tables.has(unit.chunk_id) && !shown.some((one) => isSame(one, unit)));
  return (from: PlacedUnit | undefined, to: PlacedUnit | undefined): boolean =>
    left.some((unit) => (!from || inOrder(from, unit) < 0) && (!to || inOrder(unit, to) < 0)) ||
    gaps.some((gap) => gap > (from?.chunk ?? -1) && gap <= (to?.chunk ?? gap));
}

/** A short section of text is quoted whole: what is asked for may be the exception two sentences below. */
function withContext(units: readonly PlacedUnit[], whole: readonly PlacedUnit[]): readonly PlacedUnit[] {
  const width = whole.reduce((sum, { text }) => sum + widthOf(text), 0);
  if (width > SHORT || whole.some(({ cells }) => cells !== null)) return units;
  return [...whole, ...units.filter((one) => !whole.some((other) => isSame(one, other)))];
}

const isSame = (one: PlacedUnit, other: PlacedUnit) => one.chunk_id === other.chunk_id && one.start === other.start;
