import { type Kysely, sql } from "kysely";

/** The feed of changes: a projection of the audit log, which has no order of commits of its own (docs/decisions/0054). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of statements(rows[0]?.schema ?? "public")) await sql.raw(statement).execute(db);
}

const statements = (schema: string) => [
  `CREATE TABLE feed (
    position bigint PRIMARY KEY,
    entry_id bigint NOT NULL REFERENCES audit_entries ON DELETE CASCADE,
    type text NOT NULL,
    UNIQUE (entry_id, type)
  )`,
  // One row: the last position that was given. It is transactional, and no position is left out or given twice.
  "CREATE TABLE feed_head (last bigint NOT NULL)",
  "INSERT INTO feed_head (last) VALUES (0)",
  // Entries without a position. They become visible when their transactions commit, whatever the order of their ids.
  "CREATE TABLE feed_pending (entry_id bigint PRIMARY KEY)",
  // Also for entries of older versions, and as the owner of the tables, as the triggers before.
  `CREATE FUNCTION await_position() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      INSERT INTO ${schema}.feed_pending SELECT entry_id FROM added;
      RETURN NULL;
    END
  $$`,
  "REVOKE ALL ON FUNCTION await_position() FROM PUBLIC",
  `CREATE TRIGGER await_position AFTER INSERT ON audit_entries
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION await_position()`,
];
