import type { SpellingWord } from "../text/words.js";

/** Where a term comes from: what the reader typed, or a word that stands for it. */
type TermOrigin = "typed" | "vocabulary" | "corrected";

/** One term of a question. */
export interface QuestionTerm {
  /** As `termsOf`, `referenceTermsOf` or the single kanji of the index have it. */
  readonly text: string;
  /** true: stands for the visible terms that begin with it; only for a question of one sign. */
  readonly prefix: boolean;
  /** The factor s of its weight: 2 for a named article, 1 for words, numbers and pairs of katakana or kanji, and less. */
  readonly significance: number;
  readonly origin: TermOrigin;
  /** For all but typed terms: the typed word, and the word that is also searched. */
  readonly said: string | null;
  readonly also: string | null;
}

/** A word of the question whose spelling can be corrected: no phrase has it, nor the vocabulary. */
export interface QuestionWord extends SpellingWord {
  /** As it was typed. */
  readonly written: string;
}

/** A word that says what the question is about. */
export interface Subject {
  /** As search compares it. */
  readonly text: string;
  /** Those of the word itself. */
  readonly terms: readonly string[];
  /** Those of each word that is searched for it. */
  readonly others: readonly (readonly string[])[];
}

/** What the reader typed, read; nothing of it depends on documents. */
export interface Question {
  /** As it was typed, or its beginning. */
  readonly text: string;
  /** Distinct; typed ones first. Not cut to the heaviest yet, but bounded. */
  readonly terms: readonly QuestionTerm[];
  /** For each required phrase, the terms that the index has for certain where a text has the phrase. */
  readonly phrases: readonly (readonly string[])[];
  readonly words: readonly QuestionWord[];
  readonly subjects: readonly Subject[];
  /** The references to sections in it, as terms: `§article 16`. */
  readonly references: readonly string[];
}
