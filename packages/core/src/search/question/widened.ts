import type { QuestionTerm } from "./question.js";

/** A typed word, and the words of the vocabulary that are also searched. */
export interface WidenedWord {
  readonly said: string;
  readonly also: readonly string[];
}

/**
 * The words that are searched for others: no reader learns a word from the vocabulary that no visible section has.
 *
 * @param isVisible whether a visible section has a word, also those of its terms that the reader typed
 */
export function widenedBy(terms: readonly QuestionTerm[], isVisible: (word: string) => boolean): WidenedWord[] {
  const words = new Map<string, Set<string>>();
  for (const { origin, said, also } of terms) {
    if (origin !== "vocabulary" || said === null || also === null) continue;
    words.set(said, (words.get(said) ?? new Set()).add(also));
  }
  return [...words]
    .map(([said, alsos]) => ({ said, also: [...alsos].filter(isVisible) }))
    .filter(({ also }) => also.length > 0);
}

/** The most words that are embedded with a question. */
const STAND_INS_MAX = 8;

/** Words of the vocabulary that stand for words of the question: the first one of each, then the second ones. */
export function standInsOf(terms: readonly QuestionTerm[], isVisible: (word: string) => boolean): string[] {
  const widened = widenedBy(
    terms.filter(({ origin }) => origin === "vocabulary"),
    isVisible,
  );
  const turns = Math.max(0, ...widened.map(({ also }) => also.length));
  const words = Array.from({ length: turns }, (_, turn) => widened.flatMap(({ also }) => also[turn] ?? [])).flat();
  return [...new Set(words)].slice(0, STAND_INS_MAX);
}
