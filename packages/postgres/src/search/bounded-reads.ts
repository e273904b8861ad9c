import { CompiledQuery, type Kysely } from "kysely";
import { isForgotten } from "../sql/prepared-statements.js";
import { codeOf, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** SQLSTATE query_canceled: the error of a statement that took too long. */
const CANCELED = "57014";

const COMMIT = CompiledQuery.raw("COMMIT");

/**
 * Runs a statement that reads within a time limit. The server ends it, so no work continues there after the answer; a
 * client's timer would leave it running. The embedded database ends no statement.
 *
 * @param timeoutMs with the wait for a connection
 * @param read prepared inside transactions, or not at all
 * @returns null where the time was over
 */
export function rowsWithin<Row>(
  db: Kysely<Schema>,
  timeoutMs: number,
  read: CompiledQuery<Row>,
): Promise<readonly Row[] | null> {
  const ends = performance.now() + timeoutMs;
  const run = () =>
    new Promise<readonly Row[] | null>((resolve, reject) => {
      const inTransaction = db.connection().execute(async (connection) => {
        const left = Math.ceil(ends - performance.now());
        // A limit of 0 would mean none.
        if (left <= 0) return resolve(null);
        // In one round trip. SET takes no parameters.
        await connection.executeQuery(CompiledQuery.raw(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${left}`));
        // The caller goes on while the transaction ends, which keeps the connection.
        await connection.executeQuery(read).then(({ rows }) => resolve(rows), reject);
        await connection.executeQuery(COMMIT);
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
