import type { Generation, IndexAnswers, IndexedDocument, IndexedState, IndexSize } from "@retrieval/core/ports";
import type { VocabularyEntry } from "@retrieval/core/search";

export type QuestionKind = keyof IndexAnswers;

export type Answer<Kind extends QuestionKind> = IndexAnswers[Kind]["answer"] & IndexedState;

/** A method for each kind of question. */
export type Questions = {
  readonly [Kind in QuestionKind]: (ask: IndexAnswers[Kind]["ask"]) => IndexAnswers[Kind]["answer"];
};

/** What the index's thread runs: an index in memory, which answers at once. */
export interface HostedEngine extends Questions {
  /** Adds or replaces a document, a slice of work at each step. Answers in between have the older one, or none. */
  putInSteps(document: IndexedDocument): Iterable<void>;
  removeInSteps(document_id: string): Iterable<void>;
  setVocabulary(entries: readonly VocabularyEntry[]): void;
  stats(): IndexSize;
}

/** One step on the way from a generation to the next, with the state that it was read in. */
export type IndexChange =
  | { readonly kind: "put"; readonly documents: readonly IndexedDocument[]; readonly read_in: Generation }
  | { readonly kind: "remove"; readonly document_ids: readonly string[]; readonly read_in: Generation }
  | { readonly kind: "vocabulary"; readonly entries: readonly VocabularyEntry[]; readonly read_in: Generation }
  /** All changes up to this generation are made. */
  | { readonly kind: "reached"; readonly generation: Generation };
