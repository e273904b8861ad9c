import type { Totals } from "./held-document.js";
import type { RevisionKey } from "./index-source.js";

/** An index outside the process. */
export interface SectionsIndex {
  readonly name: string;
  /** Of the vectors that it compares; null: it compares none. */
  readonly dimensions: number | null;
}

/** A revision whose sections an index outside the process has, all of them, and finds. */
export interface IndexedRevision extends RevisionKey {
  readonly totals: Totals;
}

/** A revision whose sections may be sent to an index. */
export interface ClaimedRevision extends RevisionKey {
  /** A UUID, which no other history of the database has. */
  readonly claim: string;
  /** Milliseconds since 1970: later if its sections come again after some were removed. */
  readonly claimed_at: number;
}

/** What was sent of a revision. */
export interface SentRevision extends Pick<IndexedRevision, "revision_id" | "totals"> {
  /** All of them, also those without text. */
  readonly sections: number;
  /** Whether its vectors of meaning were sent too. */
  readonly meaning: boolean;
}

/**
 * Knows the indexes outside the process by their names, and which revisions each has. Of the indexes of one layout,
 * which is what an index must have for this version of the service, one is in use. A copy of the database, as one that
 * was restored from a dump, MUST NOT have the indexes of the other.
 *
 * @throws UnavailableError while the database is away
 */
export interface IndexRegister {
  /** The index in use, which counts as used now; null: there is none yet. */
  chosen(layout: string): Promise<SectionsIndex | null>;

  /** Adds an index, which is not in use yet. */
  add(layout: string, index: SectionsIndex): Promise<void>;

  /** From now on this index is the one in use for its layout. */
  choose(name: string): Promise<void>;

  /** Indexes that were not added, and not used by {@link chosen}, {@link find} or {@link claim}, for a day. */
  unused(): Promise<readonly string[]>;

  /** Removes an index, with all that is known of it. */
  forget(name: string): Promise<void>;

  /**
   * Which of these revisions the index has. Those that are not in force are in neither list.
   *
   * @returns null if another index is in use
   */
  find(
    name: string,
    revisions: readonly RevisionKey[],
  ): Promise<{ readonly indexed: readonly IndexedRevision[]; readonly missing: readonly RevisionKey[] } | null>;

  /**
   * Claims revisions in force that the index lacks, and then those whose vectors of meaning it lacks and the database
   * has: at most 1,000. A claim stays the same until the revision is dropped.
   *
   * @param except revision_ids that are left out
   */
  claim(name: string, except: ReadonlySet<string>): Promise<readonly ClaimedRevision[]>;

  /** The index has these, and finds them. */
  note(name: string, sent: readonly SentRevision[]): Promise<void>;

  /** Revisions with a claim that search does not need any more: at most 1,000. */
  past(name: string): Promise<readonly string[]>;

  /** The index has nothing of these any more. */
  drop(name: string, revision_ids: readonly string[]): Promise<void>;

  /** The index lacks sections of these: they must be sent again. */
  distrust(name: string, revision_ids: readonly string[]): Promise<void>;

  /**
   * How many sections of each revision the index must have, by the revision's number, ascending; null: some may be
   * missing.
   */
  sizes(name: string): AsyncIterable<readonly [number: number, sections: number | null]>;
}
