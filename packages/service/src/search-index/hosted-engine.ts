import type {
  DirectoryDocument,
  IndexAnswers,
  IndexChanges,
  IndexedRevision,
  IndexedState,
  IndexSize,
  RevisionText,
} from "@retrieval/core/ports";
import type { VocabularyEntry } from "@retrieval/core/search";

export type QuestionKind = keyof IndexAnswers;

export type Answer<Kind extends QuestionKind> = IndexAnswers[Kind]["answer"] & IndexedState;

/** A method for each kind of question. */
export type Questions = {
  readonly [Kind in QuestionKind]: (
    ask: IndexAnswers[Kind]["ask"],
  ) => IndexAnswers[Kind]["answer"] | Promise<IndexAnswers[Kind]["answer"]>;
};

/** What an index takes: a text, or, if it is outside the process, the note that it has the text. */
export type IndexText = RevisionText | IndexedRevision;

/** What the index's thread runs: an index in memory, which answers at once, or the way to one outside the process. */
export interface HostedEngine extends Questions {
  putDocument(document: DirectoryDocument): void;
  removeDocument(document_id: string): void;
  setVocabulary(entries: readonly VocabularyEntry[]): void;
  /** A slice of work at each step; in between, everything but texts may change. */
  putText(text: IndexText): Iterable<void>;
  removeText(document_id: string): Iterable<void>;
  stats(): IndexSize;
}

export type IndexChange =
  /** The directory is of this generation then, at once. */
  | ({ readonly kind: "directory" } & IndexChanges)
  | { readonly kind: "texts"; readonly texts: readonly IndexText[] }
  | { readonly kind: "remove texts"; readonly document_ids: readonly string[] };
