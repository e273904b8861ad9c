import type { ReaderFilter } from "../access/audience.js";
import type { AccessRules } from "../access/rules.js";
import type { StructuredChunk, TextType } from "../chunks/structured-chunk.js";
import type { DocumentHead } from "../documents/document-head.js";
import type { QueryPhrase, QueryTerm } from "../search/query.js";

/** How common terms are among the chunks that a reader may see. */
export interface TermStatistics {
  /** How many chunks the reader may see. */
  readonly chunks: number;
  /** Their mean length, in terms. */
  readonly mean_length: number;
  /** For each requested term, in the same order: how many of these chunks have it. */
  readonly counts: readonly number[];
}

/** A term with its addition to the score of a chunk that has it. */
export interface WeightedTerm extends Pick<QueryTerm, "text" | "prefix"> {
  readonly weight: number;
}

/** The conditions and the scoring of a search. */
export interface SearchPlan {
  /** A matching chunk has at least one of these. */
  readonly any: readonly Pick<QueryTerm, "text" | "prefix">[];
  /** true: a matching chunk has all of `any`. */
  readonly every: boolean;
  /** A matching chunk also has each of these. */
  readonly phrases: readonly QueryPhrase[];
  /** The terms that score matching chunks. */
  readonly scored: readonly WeightedTerm[];
  readonly mean_length: number;
  readonly doc_ids: readonly string[] | null;
  readonly text_types: readonly TextType[] | null;
}

/** The place of a hit in the order of an answer: score, then document_id in code-point order, then reading order. */
export interface HitKey {
  /** A whole number, so that it compares exactly after a round trip. */
  readonly score: number;
  readonly document_id: string;
  readonly place: number;
}

export interface SearchHit extends HitKey {
  readonly document: DocumentHead;
  readonly access_rules: AccessRules;
  /**
   * Complete, or, if its texts are longer than `text_max`, without content and content_md and with the beginning of
   * display.
   */
  readonly chunk: StructuredChunk;
  /**
   * If the chunk is not complete: the full length of display.body_text, or of display.body_md if that is null, in
   * UTF-16 units.
   */
  readonly text_length: number | null;
}

/** The unit of {@link HitKey}'s scores: a score of 1.5 is kept as 1,500,000. */
export const SCORE_UNIT = 1_000_000;

/**
 * Finds chunks of published documents by their terms (`indexedChunk`). It changes in the transaction that publishes or
 * removes a document or changes its rule: the next search on any instance MUST see the new version and the new rule,
 * and nothing of the old ones.
 *
 * Chunks that the reader may not see MUST NOT affect any part of an answer: not hits, totals or statistics, so that
 * neither a number nor the order of hits reveals them. The filter MUST be part of every query.
 */
export interface SearchIndex {
  /**
   * Runs the reads of one search. They MUST end when the index's time limit is over, in the database too: an expensive
   * query MUST NOT use it any longer after its answer.
   *
   * @returns null if the time limit ended them
   */
  withinTimeLimit<T>(work: (reads: SearchReads) => Promise<T>): Promise<T | null>;
}

/** The reads of one search. */
export interface SearchReads {
  /** MAY estimate the counts of common terms from a sample of what the reader may see; MUST be the same for the same data. */
  statistics(terms: readonly Pick<QueryTerm, "text" | "prefix">[], reader: ReaderFilter): Promise<TermStatistics>;

  /**
   * A heading MUST rank after text of ordinary length below it that has the same words.
   *
   * Returns the hits after `after`, best first, at most `limit`, and their total number. The weights of fields follow
   * the order of `SEARCH_FIELDS`. The same plan on the same data MUST give the same order. The amount read of a chunk
   * MUST have a bound: at most about `text_max` characters of each text, however long the chunk is.
   */
  find(
    plan: SearchPlan,
    reader: ReaderFilter,
    page: { readonly limit: number; readonly after: HitKey | null; readonly text_max: number },
  ): Promise<{ readonly hits: readonly SearchHit[]; readonly total: number }>;
}
