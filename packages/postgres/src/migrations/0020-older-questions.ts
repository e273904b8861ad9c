import { type Kysely, sql } from "kysely";

/**
 * Deletes questions from the audit log after 90 days: they are most of its entries. All else of `forget_audit_entries`
 * stays as in 0004: its owner, its rights, and the 30 days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  await sql.raw(statement(rows[0]?.schema ?? "public")).execute(db);
}

/** Ids grow with time, so the index of kinds ends at the first entry of the last 90 days. */
const statement = (schema: string) => `
  CREATE OR REPLACE FUNCTION ${schema}.forget_audit_entries(before timestamptz, up_to integer) RETURNS bigint
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
      WITH old AS (
        SELECT entry_id FROM ${schema}.audit_entries
        WHERE at < least(before, now() - interval '30 days')
        ORDER BY at LIMIT up_to
        FOR UPDATE SKIP LOCKED
      ), questions AS (
        SELECT entry_id FROM ${schema}.audit_entries
        WHERE kind = 'question-answered' AND at < now() - interval '90 days' AND entry_id < coalesce(
          (SELECT entry_id FROM ${schema}.audit_entries WHERE at >= now() - interval '90 days' ORDER BY at LIMIT 1),
          9223372036854775807)
        ORDER BY entry_id LIMIT up_to
        FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM ${schema}.audit_entries WHERE entry_id IN (
          SELECT entry_id FROM old UNION SELECT entry_id FROM questions LIMIT up_to
        ) RETURNING 1
      ) SELECT count(*) FROM gone
    $$`;
