import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "./schema.js";

/**
 * Runs writing statements as one, in one round trip. All see the tables as they were before any of them; later ones can
 * read the result of an earlier one under its name. Either all of them run, or none.
 */
export async function writeTogether(
  trx: Transaction<Schema>,
  statements: Readonly<Record<string, RawBuilder<unknown> | null>>,
): Promise<void> {
  const given = Object.entries(statements).flatMap(([name, statement]) => (statement ? [{ name, statement }] : []));
  const last = given.pop();
  if (last === undefined) return;
  const others = given.map(({ name, statement }) => sql`${sql.ref(name)} AS (${statement})`);
  await (others.length === 0 ? last.statement : sql`WITH ${sql.join(others)} ${last.statement}`).execute(trx);
}
