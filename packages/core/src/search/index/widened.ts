import type { QuestionTerm } from "./question.js";
import type { SearchFound } from "./search-found.js";

/**
 * The words that are searched for others, if visible sections have all their terms: no reader learns a word from the
 * vocabulary that no visible section has.
 *
 * @param sections for each term, how many visible sections have it
 */
export function widenedBy(terms: readonly QuestionTerm[], sections: readonly number[]): SearchFound["widened"] {
  const words = new Map<string, Map<string, boolean>>();
  terms.forEach(({ origin, said, also }, i) => {
    if ((origin !== "vocabulary" && origin !== "dictionary") || said === null || also === null) return;
    const alsos = words.get(said) ?? new Map<string, boolean>();
    words.set(said, alsos);
    alsos.set(also, (alsos.get(also) ?? true) && (sections[i] as number) > 0);
  });
  return [...words]
    .map(([said, alsos]) => ({ said, also: [...alsos].filter(([, isVisible]) => isVisible).map(([also]) => also) }))
    .filter(({ also }) => also.length > 0);
}
