import type {
  DirectoryDocument,
  IndexAnswers,
  IndexChanges,
  IndexedState,
  IndexSize,
  RevisionText,
} from "@retrieval/core/ports";
import type { VocabularyEntry } from "@retrieval/core/search";

export type QuestionKind = keyof IndexAnswers;

export type Answer<Kind extends QuestionKind> = IndexAnswers[Kind]["answer"] & IndexedState;

/** A method for each kind of question. */
export type Questions = {
  readonly [Kind in QuestionKind]: (ask: IndexAnswers[Kind]["ask"]) => IndexAnswers[Kind]["answer"];
};

/** What the index's thread runs: an index in memory, which answers at once. */
export interface HostedEngine extends Questions {
  putDocument(document: DirectoryDocument): void;
  removeDocument(document_id: string): void;
  setVocabulary(entries: readonly VocabularyEntry[]): void;
  /** A slice of work at each step; in between, everything but texts may change. */
  putText(text: RevisionText): Iterable<void>;
  removeText(document_id: string): Iterable<void>;
  stats(): IndexSize;
}

export type IndexChange =
  /** The directory is of this generation then, at once. */
  | ({ readonly kind: "directory" } & IndexChanges)
  | { readonly kind: "texts"; readonly texts: readonly RevisionText[] }
  | { readonly kind: "remove texts"; readonly document_ids: readonly string[] };
