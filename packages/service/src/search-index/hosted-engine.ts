import type { Generation, IndexAnswers, IndexedDocument, IndexSize } from "@retrieval/core/ports";
import type { VocabularyEntry } from "@retrieval/core/search";

export type QuestionKind = keyof IndexAnswers;

export type Answer<Kind extends QuestionKind> = IndexAnswers[Kind]["answer"] & { readonly generation: Generation };

/** A method for each kind of question. */
export type Questions = {
  readonly [Kind in QuestionKind]: (ask: IndexAnswers[Kind]["ask"]) => IndexAnswers[Kind]["answer"];
};

/** What the index's thread runs: an index in memory, which answers at once. */
export interface HostedEngine extends Questions {
  /** Adds or replaces a document, a slice of work at each step. Answers in between have the older one, or none. */
  putInSteps(document: IndexedDocument): Iterable<void>;
  remove(document_id: string): void;
  setVocabulary(entries: readonly VocabularyEntry[]): void;
  stats(): IndexSize;
}

/** One step on the way from a generation to the next. */
export type IndexChange =
  | { readonly kind: "put"; readonly documents: readonly IndexedDocument[] }
  | { readonly kind: "remove"; readonly document_ids: readonly string[] }
  | { readonly kind: "vocabulary"; readonly entries: readonly VocabularyEntry[] }
  /** All changes up to this generation are made. */
  | { readonly kind: "reached"; readonly generation: Generation };
