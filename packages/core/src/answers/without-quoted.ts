import { shownText } from "../chunks/display.js";
import { foldedByRuntime } from "../search/characters.js";
import type { FoundPassage, SectionResult } from "../search/found-results.js";
import type { Range } from "../search/highlights.js";
import type { AnswerUnit } from "./answer.js";

/**
 * The results below an answer. A passage that the answer quotes stays only if it has marked words that the answer lacks;
 * then the words that are quoted have no mark.
 */
export function withoutQuoted(
  results: readonly SectionResult[],
  units: readonly AnswerUnit[],
): readonly SectionResult[] {
  const words = foldedByRuntime(units.map(({ text }) => text).join("\n"));
  const restOf = (passage: FoundPassage): FoundPassage | null => {
    const quotes = units.filter(({ chunk_id }) => chunk_id === passage.chunk_id);
    if (quotes.length === 0) return passage;
    const text = shownText(passage);
    const isQuoted = ([from, to]: Range) => quotes.some(({ start, end }) => from < end && to > start);
    const highlights = passage.highlights.filter((range) => !isQuoted(range));
    const adds = highlights.some(([from, to]) => !words.includes(foldedByRuntime(text.slice(from, to))));
    return adds ? { ...passage, highlights } : null;
  };
  return results.map((result) => {
    const rests = result.passages.map(restOf);
    const passages = rests.flatMap((rest, nth) =>
      // A list whose announcement is left out stands alone.
      rest === null ? [] : [{ ...rest, goes_on: rest.goes_on && rests[nth - 1] !== null }],
    );
    return { ...result, passages };
  });
}
