import { FairQueue } from "@retrieval/http";

/** How many requests of one sender run at once, and how many wait (docs/decisions/0012). */
const SHARE = { perReader: 4, waiting: 16 };
/** What does not fit is refused at once. */
const NO_WAIT = { waiting: 0, waitingInAll: 0, waitMs: 0 };
/** How many refusals of unknown access tokens are held back, of one address and of all. */
const UNKNOWN_TOKENS = { ...NO_WAIT, atOnce: 1_024, perReader: 320 };
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
 */
export function composeQueues(connections: number, waitingInAll: number) {
  const share = { ...SHARE, waitingInAll, atOnce: Math.max(AT_ONCE_MIN, connections - OTHER_CONNECTIONS) };
  return {
    reader: new FairQueue({ ...share, waitMs: TURN_WITHIN.reader }),
    admin: new FairQueue({ ...share, waitMs: TURN_WITHIN.admin }),
    downloads: new FairQueue(DOWNLOADS),
    unknownTokens: new FairQueue(UNKNOWN_TOKENS),
  };
}
