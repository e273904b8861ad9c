import type { QuestionTerm } from "./question.js";
import type { SearchFound } from "./search-found.js";

/**
 * The words that are searched for others: no reader learns a word from the vocabulary that no visible section has.
 *
 * @param isVisible whether a visible section has a word, also those of its terms that the reader typed
 */
export function widenedBy(
  terms: readonly QuestionTerm[],
  isVisible: (word: string) => boolean,
): SearchFound["widened"] {
  const words = new Map<string, Set<string>>();
  for (const { origin, said, also } of terms) {
    if (origin !== "vocabulary" || said === null || also === null) continue;
    words.set(said, (words.get(said) ?? new Set()).add(also));
  }
  return [...words]
    .map(([said, alsos]) => ({ said, also: [...alsos].filter(isVisible) }))
    .filter(({ also }) => also.length > 0);
}
