import type { QueryPhrase } from "../query.js";

/** Where a term comes from: what the reader typed, or a word that stands for it. */
export type TermOrigin = "typed" | "vocabulary" | "dictionary" | "corrected";

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

/** A word of the question whose spelling can be corrected. */
export interface TypedWord {
  /** As it was typed. */
  readonly written: string;
  /** As search compares it: folded, in the singular. */
  readonly text: string;
  readonly kind: "latin" | "katakana" | "kanji";
  /** The indices of its terms in the question. */
  readonly terms: readonly number[];
}

/** What the reader typed, read; nothing of it depends on documents. */
export interface Question {
  /** Distinct, in the order of the question; not cut to the heaviest yet. */
  readonly terms: readonly QuestionTerm[];
  /** Required; each also as its folded text, which occurs in the folded text of a chunk. */
  readonly phrases: readonly { readonly terms: QueryPhrase; readonly folded: string }[];
  readonly words: readonly TypedWord[];
  /** The references to sections in it, as terms: `§article 16`. */
  readonly references: readonly string[];
  /** The whole question without white space, as search compares it: names of documents are looked for in it. */
  readonly folded: string;
}
