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

/** What the directory of the index knows of a published document. */
export interface DirectoryDocument {
  readonly document_id: string;
  readonly title: string;
  readonly version: string;
  readonly revision_id: string;
  /** Milliseconds since 1970: when this revision was published. */
  readonly published_at: number;
  /** Where a list by category has it; absent: at the end. */
  readonly shelf?: { readonly category: string | null; readonly number: string | null };
  /** The tokens of its access rule, see `audienceOf`. */
  readonly audience: readonly string[];
}

/** A document in the revision that is in force. */
export type RevisionKey = Pick<DirectoryDocument, "document_id" | "revision_id">;

/** The text of a revision, which never changes; its vectors of meaning may come later. */
export interface RevisionText extends RevisionKey {
  /** The term vectors of its revision in this code's TERMS_VERSION, see `makeTermVectors`; null: the caller has them. */
  readonly vectors: Uint8Array | null;
  readonly meaning: DocumentMeaning | null;
  /** Why only its title can be searched, for the log: the vectors have no text then. Absent: all of it can. */
  readonly unsearchable?: string;
}

/** A published document with its text. */
export interface IndexedDocument extends DirectoryDocument, RevisionText {}

export interface DocumentMeaning {
  readonly dimensions: number;
  readonly parts: readonly { readonly place: number; readonly chunks: number }[];
  /** One for each part, packed (see `packVector`), one after the other. */
  readonly vectors: Uint8Array;
}

/** Documents, with the state of the database that they were read in. */
export interface DirectoryPage {
  readonly generation: Generation;
  readonly documents: readonly DirectoryDocument[];
}

/** What changed since a generation. */
export interface IndexChanges extends DirectoryPage {
  /** Those that are not published any more. */
  readonly removed: readonly string[];
  /** The entries that are on, in code-point order of `said`; null: they are the same. */
  readonly vocabulary: readonly VocabularyEntry[] | null;
}

/** Where the index in the process reads the truth. */
export interface IndexSource {
  generation(): Promise<Generation>;

  /**
   * The documents that changed since `generation`, with their vectors or without, each as it is now. All of an answer
   * MUST be one state of the database.
   *
   * @returns null if the generation is not of this database's past, or too much changed since: the index must be built
   *   from the start, in pages
   */
  changesSince(generation: Generation): Promise<IndexChanges | null>;

  /** All published documents, page after page, each page as it is when it is read. There is always one, perhaps empty. */
  documents(): AsyncIterable<DirectoryPage>;

  /**
   * The texts of those revisions that are in force, each once. A page has as many as fit into a bound of memory. Term
   * vectors that no instance of this version has made are made and stored on the way. `meaning` is that of the source's
   * model, null until all parts have their vectors; a document that gets them is a change.
   *
   * @param held revisions of which the caller has the term vectors; they come with their meaning
   */
  texts(
    revisions: readonly RevisionKey[],
    held: ReadonlySet<string>,
  ): AsyncGenerator<readonly RevisionText[], undefined>;

  /** The entries that are on, in code-point order of `said`. */
  vocabulary(): Promise<{ readonly generation: Generation; readonly entries: readonly VocabularyEntry[] }>;

  /**
   * Notes that this version's term vectors are in use, and removes those of versions that no instance has used for a
   * day, and of revisions that are not published any more. To be called at start and every hour.
   */
  keepVectors(): Promise<void>;
}

export const isSameGeneration = (a: Generation, b: Generation): boolean => a.number === b.number && a.stamp === b.stamp;

/**
 * Lets instances build their indexes one after the other, so that the others go on answering, and the later ones find
 * what the first had to make. Waits until no other instance has the turn, for a bounded time: then the build goes ahead
 * without it. An instance that ends or stops MUST NOT keep the turn.
 *
 * @param stopping ends the wait
 * @returns gives the turn back; does not throw
 */
export type TakeBuildTurn = (stopping: AbortSignal) => Promise<() => Promise<void>>;
