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
  /** For each term asked about, in the same order: how many of these chunks have it. */
  readonly counts: readonly number[];
}

/** A term with what it adds to the score of a chunk that has it. */
export interface WeightedTerm extends Pick<QueryTerm, "text" | "prefix"> {
  readonly weight: number;
}

/** What is looked for, and how it is scored. */
export interface SearchPlan {
  /** A chunk matches if it has one of these … */
  readonly any: readonly Pick<QueryTerm, "text" | "prefix">[];
  /** … or, where this is true, all of them … */
  readonly every: boolean;
  /** … and each of these phrases. */
  readonly phrases: readonly QueryPhrase[];
  /** What matches is scored by all of these. */
  readonly scored: readonly WeightedTerm[];
  readonly mean_length: number;
  readonly doc_ids: readonly string[] | null;
  readonly text_types: readonly TextType[] | null;
}

/** The place of a hit in the order of an answer: score, then document_id in code-point order, then reading order. */
export interface HitKey {
  /** A whole number, so that it compares exactly wherever it has been. */
  readonly score: number;
  readonly document_id: string;
  readonly place: number;
}

export interface SearchHit extends HitKey {
  readonly document: DocumentHead;
  readonly access_rules: AccessRules;
  /** Whole, or, where its texts are longer than `text_max`, without content and content_md and with the beginning of display. */
  readonly chunk: StructuredChunk;
  /** Of a chunk that is not whole: how long display.body_text is, or display.body_md where that is null, in UTF-16 units. */
  readonly text_length: number | null;
}

/** One over the scores of {@link HitKey}: a score of 1.5 is kept as 1,500,000. */
export const SCORE_UNIT = 1_000_000;

/**
 * Finds chunks of published documents by their terms (`indexedChunk`). It changes with the document, in the transaction
 * that publishes, removes or governs it: the next search on any instance MUST see the new version and the new rule, and
 * nothing of the old ones.
 *
 * Nothing that a reader may not see MUST have any part in an answer: not in hits, totals or statistics, so that neither
 * a number nor the order of hits tells of it. The filter MUST be part of every query.
 */
export interface SearchIndex {
  /**
   * Runs the reads of one search. They MUST end when the index's time limit is over, in the database too: an expensive
   * question MUST NOT go on using it after its answer.
   *
   * @returns null where the time limit ended them
   */
  withinTimeLimit<T>(work: (reads: SearchReads) => Promise<T>): Promise<T | null>;
}

/** What one search asks of an index. */
export interface SearchReads {
  /** MAY estimate the counts of common terms from a sample of what the reader may see; MUST be the same for the same data. */
  statistics(terms: readonly Pick<QueryTerm, "text" | "prefix">[], reader: ReaderFilter): Promise<TermStatistics>;

  /**
   * A heading MUST come after text of ordinary length that stands below it and says the same.
   *
   * The hits that come after `after`, best first, at most `limit`, and how many there are in all. Fields weigh as
   * `SEARCH_FIELDS` stand. The same plan on the same data MUST give the same order. What is read of a chunk MUST have a
   * bound: not more of each text than about `text_max` characters may come here, however long the chunk is.
   */
  find(
    plan: SearchPlan,
    reader: ReaderFilter,
    page: { readonly limit: number; readonly after: HitKey | null; readonly text_max: number },
  ): Promise<{ readonly hits: readonly SearchHit[]; readonly total: number }>;
}
