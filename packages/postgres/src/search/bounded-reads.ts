import { type Kysely, type RawBuilder, sql } from "kysely";
import { isForgotten, preparedInside } from "../sql/prepared-statements.js";
import { codeOf, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** SQLSTATE query_canceled: the error of a statement that took too long. */
const CANCELED = "57014";

/**
 * Runs a statement that reads, and has one good plan, within a time limit. The server ends it, so no work continues
 * there after the answer; a client's timer would leave it running. The embedded database ends no statement.
 *
 * @param timeoutMs with the wait for a connection
 * @returns null where the time was over
 */
export function rowsWithin<Row>(
  db: Kysely<Schema>,
  timeoutMs: number,
  statement: RawBuilder<Row>,
): Promise<readonly Row[] | null> {
  const ends = performance.now() + timeoutMs;
  const read = preparedInside(statement.compile(db));
  const run = () =>
    new Promise<readonly Row[] | null>((resolve, reject) => {
      const inTransaction = db.connection().execute(async (connection) => {
        const left = Math.ceil(ends - performance.now());
        // A limit of 0 would mean none.
        if (left <= 0) return resolve(null);
        // In one round trip. SET takes no parameters.
        await sql.raw(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${left}`).execute(connection);
        // The caller goes on while the transaction ends, which keeps the connection.
        await connection.executeQuery(read).then(({ rows }) => resolve(rows), reject);
        await sql`COMMIT`.execute(connection);
      });
      inTransaction.catch(reject);
    });
  return query(async () => {
    try {
      return await run().catch((error) => {
        if (isForgotten(error)) return run();
        throw error;
      });
    } catch (error) {
      if (codeOf(error) === CANCELED) return null;
      throw error;
    }
  });
}
