import { type Kysely, type RawBuilder, sql } from "kysely";
import { codeOf, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** Runs statements within one time limit for all of them. */
export interface BoundedReads {
  rows<Row>(statement: RawBuilder<Row>): Promise<readonly Row[]>;
}

/** SQLSTATE query_canceled: the error of a statement that took too long. */
const CANCELED = "57014";
/**
 * While only this much of the time is used up, a later statement keeps the limit of the one before: each SET is a round
 * trip.
 */
const STALE = 0.05;

/**
 * Runs statements in one transaction; each has the time that the others left. The server ends a statement, so no work
 * continues there after the answer; a client's timer would leave it running. The embedded database ends no statement:
 * there the time is checked between two of them.
 *
 * @param timeoutMs for all of them, including the wait for a connection
 * @returns null where the time was over
 */
export function inBoundedTime<T>(
  db: Kysely<Schema>,
  timeoutMs: number,
  work: (reads: BoundedReads) => Promise<T>,
): Promise<T | null> {
  const ends = performance.now() + timeoutMs;
  return query(async () => {
    try {
      return await db.transaction().execute((trx) => {
        let limit = Number.POSITIVE_INFINITY;
        const rows = async <Row>(statement: RawBuilder<Row>) => {
          const left = Math.ceil(ends - performance.now());
          // A limit of 0 would mean none.
          if (left <= 0) throw new TimeOver();
          if (limit - left > STALE * timeoutMs) {
            // SET takes no parameters.
            await sql.raw(`SET LOCAL statement_timeout = ${left}`).execute(trx);
            limit = left;
          }
          return (await statement.execute(trx)).rows;
        };
        return work({ rows });
      });
    } catch (error) {
      if (error instanceof TimeOver || codeOf(error) === CANCELED) return null;
      throw error;
    }
  });
}

class TimeOver extends Error {}
