import type { RecordedEntry } from "../audit/audit-log.js";

/** A change for other services, with its audit entry. */
export interface FeedRow {
  /** From 1, in the order in which changes were first seen committed. No number is left out. */
  readonly position: number;
  /** Another version of the service may have a type of its own. */
  readonly type: string;
  readonly entry: RecordedEntry;
}

/** The positions that a consumer can continue after. */
export interface FeedRange {
  /** The last position that is not kept any more; 0: all are kept. */
  readonly forgotten: number;
  /** The newest position; 0: there is none. */
  readonly last: number;
}

/**
 * The changes of the audit log for other services, in one order that all readers see. A change MUST have its position
 * before any reader can see a later one, whatever the order in which transactions wrote and committed their entries.
 */
export interface ChangeFeed {
  /** Gives positions to changes that were committed. @returns whether there may be more */
  number(): Promise<boolean>;
  range(): Promise<FeedRange>;
  /** In the order of positions. @param types absent: all */
  read(page: {
    readonly after: number;
    readonly limit: number;
    readonly types?: readonly string[];
  }): Promise<readonly FeedRow[]>;
  /** The change at a position; null: it is not kept, or was never given. */
  find(position: number): Promise<FeedRow | null>;
}
