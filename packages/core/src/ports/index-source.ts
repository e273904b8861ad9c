import type { VocabularyEntry } from "../search/vocabulary.js";

/**
 * The state of everything that search reads. The number counts committed changes; the stamp is random, so that a
 * restored or exchanged database, which counted the same number of other changes, has another generation.
 */
export interface Generation {
  readonly number: number;
  /** A UUID. */
  readonly stamp: string;
}

/** A published document, as the index holds it. */
export interface IndexedDocument {
  readonly document_id: string;
  readonly title: string;
  readonly version: string;
  readonly revision_id: string;
  /** Milliseconds since 1970: when this revision was published. */
  readonly published_at: number;
  /** The tokens of its access rule, see `audienceOf`. */
  readonly audience: readonly string[];
  /** The term vectors of its revision in this code's TERMS_VERSION, see `makeTermVectors`. */
  readonly vectors: Uint8Array;
}

/** What changed since a generation. */
export interface IndexChanges {
  readonly generation: Generation;
  /** Published, changed, or removed since. */
  readonly document_ids: readonly string[];
  readonly vocabulary: boolean;
}

/** Where the index in the process reads the truth. */
export interface IndexSource {
  generation(): Promise<Generation>;

  /** @returns null if `since` is not a generation of this database, or too old: the index must be built from the start */
  changesSince(since: Generation): Promise<IndexChanges | null>;

  /**
   * The published ones of these documents, as they are now. Term vectors that no instance of this version has made are
   * made and stored on the way.
   */
  documents(document_ids: readonly string[]): Promise<readonly IndexedDocument[]>;

  /**
   * A page of all published documents in code-point order of document_id: as many as fit into a bound of memory, at
   * least one if there is one.
   *
   * @param after the last document_id of the page before; null for the first page
   */
  page(after: string | null): Promise<readonly IndexedDocument[]>;

  /** The entries that are on, in code-point order of `said`. */
  vocabulary(): Promise<readonly VocabularyEntry[]>;

  /**
   * Notes that this version's term vectors are in use, and removes those of versions that no instance has used for a
   * day, and of revisions that are not published any more. To be called at start and every hour.
   */
  keepVectors(): Promise<void>;
}
