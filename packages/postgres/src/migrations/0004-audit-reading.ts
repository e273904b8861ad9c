import { type Kysely, sql } from "kysely";

/**
 * Deletes old audit entries, and adds an index to find entries by kind.
 *
 * The function runs as the owner of the tables, so that the service's own role needs no right to delete from the log
 * (`harden`), and it never deletes anything younger than 30 days. Its search path is fixed, the temporary schema last,
 * so that no role can put a table of its own in the log's place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of statements(rows[0]?.schema ?? "public")) await sql.raw(statement).execute(db);
}

const statements = (schema: string) => [
  `CREATE INDEX audit_entries_kind ON ${schema}.audit_entries (kind, entry_id)`,
  `CREATE FUNCTION ${schema}.forget_audit_entries(before timestamptz, up_to integer) RETURNS bigint
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
      WITH gone AS (
        DELETE FROM ${schema}.audit_entries WHERE entry_id IN (
          SELECT entry_id FROM ${schema}.audit_entries
          WHERE at < least(before, now() - interval '30 days')
          ORDER BY at LIMIT up_to
          FOR UPDATE SKIP LOCKED
        ) RETURNING 1
      ) SELECT count(*) FROM gone
    $$`,
  `REVOKE ALL ON FUNCTION ${schema}.forget_audit_entries(timestamptz, integer) FROM PUBLIC`,
];
