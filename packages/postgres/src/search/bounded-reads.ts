import { type Kysely, type RawBuilder, sql } from "kysely";
import { codeOf, query } from "../sql/errors.js";
import type { Schema } from "../sql/schema.js";

/** Runs statements that together end in time. */
export interface BoundedReads {
  rows<Row>(statement: RawBuilder<Row>): Promise<readonly Row[]>;
}

/** SQLSTATE query_canceled: what a statement that took too long ends with. */
const CANCELED = "57014";
/** A later statement keeps the limit of the one before while so little of the time is over: each SET is a round trip. */
const STALE = 0.05;

/**
 * Runs statements in one transaction; each has the time that the others left. It is the server that ends a statement, so
 * no work goes on there after the answer; a client's timer would leave it running. The embedded database ends no
 * statement: there the time is looked at between two of them.
 *
 * @param timeoutMs for all of them, the wait for a connection included
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
          // A limit of 0 would be none.
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
