import type { ReaderFilter } from "../../access/audience.js";
import type { Generation, IndexedDocument } from "../index/index-source.js";
import type { SearchAsk, SearchHits, SectionRange, Suggestion } from "./search-hits.js";

export interface SuggestAsk {
  /** As typed so far. */
  readonly query: string;
  readonly reader: ReaderFilter;
  readonly limit: number;
}

/** A document in a list: by id in code-point order, the newest first and then by id, or by category, number and title. */
export type ListedDocument = Pick<
  IndexedDocument,
  "document_id" | "revision_id" | "title" | "version" | "published_at" | "shelf"
>;

/** What decides the place of a document in a list. */
export type ListPlace = Pick<ListedDocument, "document_id" | "published_at" | "shelf"> & { readonly title?: string };

/** How much of a title counts for the place in a list, in UTF-16 units: cursors have it. */
export const TITLE_IN_LIST = 24;

export interface ListAsk {
  /** Part of an id or a title, as search compares texts; "" for all documents. */
  readonly query: string;
  readonly reader: ReaderFilter;
  readonly limit: number;
  /** The last document of the page before; null for the first page. */
  readonly after: ListPlace | null;
  readonly order: "id" | "published" | "category";
}

export interface StandInsAsk {
  readonly query: string;
  readonly reader: ReaderFilter;
}

/** What an index of sections answers; the same for the same documents, vocabulary and question. */
export interface IndexAnswers {
  search: { readonly ask: SearchAsk; readonly answer: SearchHits };
  /**
   * The best sections that have all terms of the question's phrases, best first, at most 500. `more`: there are others.
   */
  phraseCandidates: {
    readonly ask: SearchAsk;
    readonly answer: { readonly sections: readonly SectionRange[]; readonly more: boolean };
  };
  /**
   * Words of the vocabulary that stand for words of the query and that a section of the reader has: at most eight, one
   * for each word of the query in turn.
   */
  standIns: { readonly ask: StandInsAsk; readonly answer: { readonly words: readonly string[] } };
  suggest: { readonly ask: SuggestAsk; readonly answer: { readonly suggestions: readonly Suggestion[] } };
  /** The documents that the reader may see. */
  list: {
    readonly ask: ListAsk;
    readonly answer: { readonly documents: readonly ListedDocument[] };
  };
}

export interface IndexSize {
  readonly documents: number;
  readonly sections: number;
  readonly chunks: number;
  readonly terms: number;
  /** Of memory, estimated. */
  readonly bytes: number;
}

/** Where an index is, for probes and monitoring. */
export interface IndexState extends IndexSize {
  /** false: it is being built, and refuses searches. */
  readonly ready: boolean;
  /** null until it has been built. */
  readonly generation: Generation | null;
  /** Since it was last known to have every change, in seconds; grows while the database is away. */
  readonly age_seconds: number;
  /** How long the last catch-up took. */
  readonly catch_up_seconds: number;
  /** How long the last build took; 0 before its end. */
  readonly build_seconds: number;
  /** Since the start, the first one among them. */
  readonly builds: number;
  /** Questions answered since the start, and the seconds that the index itself took for them. */
  readonly searches: number;
  readonly search_seconds: number;
}

/** An answer, with the state of the database up to which every change of documents and rules is in it. */
export interface IndexedState {
  readonly generation: Generation;
}

type Answered<Kind extends keyof IndexAnswers> = Promise<IndexAnswers[Kind]["answer"] & IndexedState>;

/**
 * Finds sections of published documents, from memory. What an answer names MUST be read from the database, and checked
 * against the rule there, before it leaves the service.
 *
 * Every change of documents, rules and vocabulary that was committed before a question MUST be in its answer. The text
 * of a new revision MAY be found up to a second later. Sections that the reader may not see MUST NOT affect any part of
 * an answer.
 *
 * @param until ends the question
 * @throws UnavailableError while it is being built, while the database is away, or if the signal comes first
 */
export interface SectionIndex {
  search(ask: SearchAsk, until: AbortSignal): Answered<"search">;
  phraseCandidates(ask: SearchAsk, until: AbortSignal): Answered<"phraseCandidates">;
  standIns(ask: StandInsAsk, until: AbortSignal): Answered<"standIns">;
  suggest(ask: SuggestAsk, until: AbortSignal): Answered<"suggest">;
  list(ask: ListAsk, until: AbortSignal): Answered<"list">;
  state(): IndexState;
}
