import type { VocabularyEntry } from "../../vocabulary/entry.js";

/**
 * The state of everything that search reads. The number counts committed changes; the stamp is random, so that a
 * restored or exchanged database, which counted the same number of other changes, has another generation.
 */
export interface Generation {
  readonly number: number;
  /** A UUID. */
  readonly stamp: string;
}

/** How far an index is: it has every change up to `generation`, and perhaps some of those up to `newest`. */
export interface IndexReach {
  readonly generation: Generation;
  /** The newest state that anything in it was read in. */
  readonly newest: Generation;
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
  /** The term vectors of its revision in this code's TERMS_VERSION, see `makeTermVectors`; null: the caller has them. */
  readonly vectors: Uint8Array | null;
  readonly meaning: DocumentMeaning | null;
  /** Why only its title can be searched, for the log: the vectors have no text then. Absent: all of it can. */
  readonly unsearchable?: string;
}

export interface DocumentMeaning {
  readonly dimensions: number;
  readonly parts: readonly { readonly place: number; readonly chunks: number }[];
  /** One for each part, packed (see `packVector`), one after the other. */
  readonly vectors: Uint8Array;
}

/** Documents, with the state of the database that they were read in. */
export interface IndexedPage {
  readonly generation: Generation;
  readonly documents: readonly IndexedDocument[];
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

  /**
   * What changed since `generation`.
   *
   * @returns null if one of the two generations is not of this database's past, or too old: the index must be built from
   *   the start
   */
  changesSince(reach: IndexReach): Promise<IndexChanges | null>;

  /**
   * The published ones of these documents (null: all published documents), each as it is when its page is read, in
   * code-point order of document_id. A page has as many as fit into a bound of memory; there is always one, perhaps
   * empty. Term vectors that no instance of this version has made are made and stored on the way. `meaning` is that of
   * the source's model, null until all parts have their vectors; a document that gets them is a change.
   *
   * @param which.held_revisions revisions of which the caller has the term vectors; they come with their meaning
   */
  documents(
    which: { readonly document_ids: readonly string[]; readonly held_revisions: readonly string[] } | null,
  ): AsyncIterable<IndexedPage>;

  /** The entries that are on, in code-point order of `said`. */
  vocabulary(): Promise<{ readonly generation: Generation; readonly entries: readonly VocabularyEntry[] }>;

  /**
   * Notes that this version's term vectors are in use, and removes those of versions that no instance has used for a
   * day, and of revisions that are not published any more. To be called at start and every hour.
   */
  keepVectors(): Promise<void>;
}

export const isSameGeneration = (a: Generation, b: Generation): boolean => a.number === b.number && a.stamp === b.stamp;
