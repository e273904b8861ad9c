import type { VocabularyEntry } from "../vocabulary.js";
import type { Question } from "./question.js";

/** A document as a question may name it. The object stays the same as long as the document's title does. */
export interface NamedDocument {
  readonly document_id: string;
  readonly title: string;
}

/** What the sections that one reader may see contain, for the correction of spelling. */
export interface Lexicon {
  /** How many visible sections have a term. */
  count(term: string): number;
  /** The whole words of a kind as search compares them, of all documents: `count` tells whether the reader sees them. */
  words(kind: "latin" | "katakana"): Iterable<string>;
  /** How many visible sections have a whole word. */
  countWord(kind: "latin" | "katakana", word: string): number;
  /** The pairs of kanji, of all documents, that have one kanji at the same place as this one. */
  pairs(pair: string): Iterable<string>;
}

export interface Corrected {
  readonly question: Question;
  readonly corrected: readonly { readonly written: string; readonly read_as: string }[];
}

export interface NamedInQuestion {
  readonly documents: readonly string[];
  /** Whether the question asks nothing besides names of documents and references to sections. */
  readonly only: boolean;
}

/** How questions are read; the engine finds what they ask for. */
export interface Reading {
  read(text: string): Question;
  correct(question: Question, lexicon: Lexicon): Corrected;
  namesIn(question: Question, documents: Iterable<NamedDocument>): NamedInQuestion;
}

export type MakeReading = (vocabulary: readonly VocabularyEntry[]) => Reading;
