import type { VocabularyEntry } from "../vocabulary.js";
import type { Question } from "./question.js";

export interface NamedDocument {
  readonly document_id: string;
  readonly title: string;
}

/** The words of the sections that one reader sees. */
export interface Lexicon {
  /** How many visible sections have this term; 0 for an unknown one. */
  count(term: string): number;
  /** All whole words of the index, visible or not. */
  words(kind: "latin" | "katakana"): Iterable<string>;
  /** How many visible sections have this whole word. */
  countOfWord(kind: "latin" | "katakana", word: string): number;
}

/** How questions are read; the engine finds what they ask for. */
export interface QuestionReader {
  read(text: string): Question;
  correct(
    question: Question,
    lexicon: Lexicon,
  ): {
    readonly question: Question;
    readonly corrected: readonly { readonly written: string; readonly read_as: string }[];
  };
}

/** The titles of all documents, prepared for questions that name them. */
export interface TitleIndex {
  /** Adds a document or changes its title. */
  put(document_id: string, title: string): void;
  remove(document_id: string): void;
  /** @param sees whether the reader may see a document; other documents make no name ambiguous */
  namedIn(
    question: Question,
    sees: (document_id: string) => boolean,
  ): {
    readonly document_ids: readonly string[];
    /** Whether the question asks anything else than names of documents and references to sections. */
    readonly asks_more: boolean;
  };
}

export interface SearchEngineParts {
  readonly makeReader: (vocabulary: readonly VocabularyEntry[]) => QuestionReader;
  readonly titles: TitleIndex;
}
