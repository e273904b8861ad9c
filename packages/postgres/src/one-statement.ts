import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "./schema.js";

/**
 * Runs statements that write as one, in one round trip. They MUST need nothing of each other: all see the state before
 * any of them. All of them are done, or none.
 */
export async function writeTogether(
  trx: Transaction<Schema>,
  statements: readonly (RawBuilder<unknown> | null)[],
): Promise<void> {
  const given = statements.filter((statement) => statement !== null);
  const last = given.pop();
  if (last === undefined) return;
  const others = given.map((statement, i) => sql`${sql.ref(`write_${i}`)} AS (${statement})`);
  await (others.length === 0 ? last : sql`WITH ${sql.join(others)} ${last}`).execute(trx);
}
