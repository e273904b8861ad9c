import { FairQueue } from "@retrieval/http";

/** How many requests of one sender run at once, and how many wait (docs/decisions/0012). */
const SHARE = { perReader: 4, waiting: 16 };
/**
 * Searches share one thread of the index and the event loop. With more at once, a short one would take as long as the
 * costly ones beside it; with two, one asks the database while the other computes.
 */
const SEARCHES = { atOnce: 2, perReader: 1 };
/** What does not fit is refused at once. */
const NO_WAIT = { waiting: 0, waitingInAll: 0, waitMs: 0 };
/** How many refusals are held back, of one sender and of all. */
const REFUSALS = { ...NO_WAIT, atOnce: 1_024, perReader: 320 };
/** How many answers one sender may leave half read. */
const DOWNLOADS = { ...NO_WAIT, atOnce: Number.POSITIVE_INFINITY, perReader: 8 };
/**
 * How long a request waits for its turn, in milliseconds: it may wait behind large uploads of the same administrator.
 */
const TURN_WITHIN = { reader: 10_000, admin: 60_000 };
/** Connections of the pool that readers' requests leave free: for sign-in, jobs and the audit log. */
const OTHER_CONNECTIONS = 4;
/** With fewer, a request would also wait for another's computation. */
const AT_ONCE_MIN = 2;

/**
 * The turns of the requests that do work.
 *
 * @param connections the most that the pool opens
 * @param waitingInAll how many requests of all senders wait for a turn
 * @param asksModels whether a search also waits for a model server, where more at once cost this process nothing
 */
export function composeQueues(connections: number, waitingInAll: number, asksModels: boolean) {
  const share = { ...SHARE, waitingInAll, atOnce: Math.max(AT_ONCE_MIN, connections - OTHER_CONNECTIONS) };
  return {
    searches: new FairQueue({
      ...share,
      ...(asksModels ? {} : SEARCHES),
      // They take longest: as many of them as of all requests would wait twice as long.
      waitingInAll: Math.ceil(waitingInAll / 2),
      waitMs: TURN_WITHIN.reader,
    }),
    reader: new FairQueue({ ...share, waitMs: TURN_WITHIN.reader }),
    admin: new FairQueue({ ...share, waitMs: TURN_WITHIN.admin }),
    downloads: new FairQueue(DOWNLOADS),
    refusals: new FairQueue(REFUSALS),
  };
}
