import type { StoredSection } from "../index/section-vectors.js";
import type { PlannedTerm } from "./plan.js";

/** The revisions that one reader sees, by their numbers. The same object while they are the same. */
export interface VisibleRevisions {
  /** Ascending. */
  readonly numbers: Uint32Array;
}

/** What sections are counted by: all of these terms, or a term that begins with a text. */
export type Counted = { readonly all: readonly string[] } | { readonly prefix: string };

/** Which sections match. */
export interface Matching {
  /** At least one term that {@link PlannedTerm.matches}. */
  readonly terms: readonly PlannedTerm[];
  /** Only sections of these revisions; null: of all visible ones. */
  readonly revisions: readonly number[] | null;
  /** Only sections with a chunk of one of these text_types, by their indexes, that has the term itself; null: of all. */
  readonly types: readonly number[] | null;
}

/** The best sections by words: the points of each term, see `FoundBy`, count by its weight. */
export interface WordProposal extends Matching {
  /** Sections have all of these terms, and need no other one. */
  readonly required: readonly string[] | null;
  /** Terms that come before all others. */
  readonly first: readonly string[];
  readonly limit: number;
}

/** The nearest sections by meaning. */
export interface MeaningProposal extends Omit<Matching, "terms"> {
  readonly vector: Float32Array;
  readonly limit: number;
}

/** Everything that one search needs of the index, in one request. */
export interface ProposalAsk {
  readonly words: readonly WordProposal[];
  /** Nothing is proposed by an index that does not compare vectors. */
  readonly meaning: readonly MeaningProposal[];
  /** null: nothing is counted. */
  readonly matching: Matching | null;
}

export interface ProposedSection {
  /** Of its revision: the `revision_id` as a number. */
  readonly number: number;
  readonly section: StoredSection;
}

export interface Proposed {
  /** Each once. */
  readonly sections: readonly ProposedSection[];
  /** Sections that match, and by document_id those of at least the documents with the most; 0 and none if not asked. */
  readonly total: number;
  readonly documents: ReadonlyMap<string, number>;
}

/**
 * An index of sections outside the process. It counts and proposes; `RemoteSections` decides what is answered.
 *
 * **Exact.** Only sections of visible revisions MUST be counted or proposed, and counts, totals and matching documents
 * MUST be those of a scan. **Close.** Which sections are proposed: the best by words except for ties, and the nearest
 * that an approximate search finds.
 *
 * @param until ends each question
 * @throws UnavailableError while it cannot answer, or if the signal comes first
 */
export interface ProposingIndex {
  counts(visible: VisibleRevisions, queries: readonly Counted[], until: AbortSignal): Promise<readonly number[]>;

  propose(visible: VisibleRevisions, ask: ProposalAsk, until: AbortSignal): Promise<Proposed>;

  /** Those of these sections that are there. */
  sectionsAt(
    places: readonly { readonly number: number; readonly place: number }[],
    until: AbortSignal,
  ): Promise<readonly ProposedSection[]>;

  /** See `VisibleStatistics.words`; at most fifty. */
  words(kind: "latin" | "katakana", like: string, until: AbortSignal): Promise<readonly string[]>;

  /**
   * The first visible sections whose folded titles have a text, by document_id and place: those where a word begins with
   * it before the others.
   */
  titles(
    visible: VisibleRevisions,
    typed: string,
    limit: number,
    until: AbortSignal,
  ): Promise<readonly (ProposedSection & { readonly begins: boolean })[]>;
}
