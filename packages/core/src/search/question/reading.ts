import type { NamedDocuments } from "./names.js";
import type { Question } from "./question.js";
import type { Correction, Lexicon } from "./spelling.js";
import type { VocabularyEntry } from "./vocabulary.js";

export interface NamedDocument {
  readonly document_id: string;
  readonly title: string;
}

/** How questions are read; the engine finds what they ask for. */
export interface QuestionReader {
  read(text: string): Question;
  correct(
    question: Question,
    lexicon: Lexicon,
  ): {
    readonly question: Question;
    readonly corrected: readonly Correction[];
  };
}

/** The titles of all documents, prepared for questions that name them. */
export interface TitleIndex {
  /** Adds a document or changes its title. */
  put(document_id: string, title: string): void;
  remove(document_id: string): void;
  /** @param sees whether the reader may see a document; other documents make no name ambiguous */
  namedIn(question: Question, sees: (document_id: string) => boolean): NamedDocuments;
}

export interface SearchEngineParts {
  readonly makeReader: (vocabulary: readonly VocabularyEntry[]) => QuestionReader;
  readonly titles: TitleIndex;
}
