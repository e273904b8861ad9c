import { CompiledQuery, type Kysely } from "kysely";
import { isForgotten, prepared } from "../sql/prepared-statements.js";
import { codeOf, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** SQLSTATE query_canceled: the error of a statement that took too long. */
const CANCELED = "57014";

/**
 * SET takes no parameters. The reads have one good plan whatever their parameters are, but PostgreSQL, which expects more
 * rows of a list than it has, would make one for each.
 */
const begin = (milliseconds: number) =>
  CompiledQuery.raw(
    `BEGIN READ ONLY; SET LOCAL statement_timeout = ${milliseconds}; SET LOCAL plan_cache_mode = force_generic_plan`,
  );
const COMMIT = CompiledQuery.raw("COMMIT");

/**
 * Runs a statement that reads within a time limit. The server ends it, so no work continues there after the answer; a
 * client's timer would leave it running. The embedded database ends no statement.
 *
 * @param timeoutMs with the wait for a connection
 * @param read finds each row by a key
 * @returns null where the time was over
 */
export function rowsWithin<Row>(
  db: Kysely<Schema>,
  timeoutMs: number,
  read: CompiledQuery<Row>,
): Promise<readonly Row[] | null> {
  const ends = performance.now() + timeoutMs;
  const statement = prepared(read, { isRepeated: false });
  const run = () =>
    new Promise<readonly Row[] | null>((resolve, reject) => {
      // The connection of db.connection() would send each statement after the answer to the one before.
      const inTransaction = db.getExecutor().provideConnection(async (connection) => {
        const left = Math.ceil(ends - performance.now());
        // A limit of 0 would mean none.
        if (left <= 0) return resolve(null);
        // Sent at once: three round trips would take longer than the read. The caller goes on while the transaction ends,
        // which keeps the connection.
        const begun = connection.executeQuery(begin(left));
        const found = connection.executeQuery<Row>(statement);
        const ended = connection.executeQuery(COMMIT);
        // Rejects with the first error: after that of BEGIN, the read only says that there is no transaction.
        Promise.all([begun, found]).then(([, { rows }]) => resolve(rows), reject);
        await Promise.allSettled([begun, found, ended]);
      });
      inTransaction.catch(reject);
    });
  return query(() =>
    run()
      .catch((error) => {
        if (!isForgotten(error)) throw error;
        return run();
      })
      .catch((error) => {
        if (codeOf(error) === CANCELED) return null;
        throw error;
      }),
  );
}
