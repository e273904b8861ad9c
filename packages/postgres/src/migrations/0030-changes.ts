import { type Kysely, sql } from "kysely";

/**
 * The feed of changes, a projection of the audit log, which has no order of commits of its own; and the webhooks that are
 * told of it (docs/decisions/0054).
 */
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
  // Moments are milliseconds since 1970, by the clocks of the instances.
  `CREATE TABLE webhooks (
    webhook_id uuid PRIMARY KEY,
    url text NOT NULL,
    types text[] NOT NULL,
    position bigint NOT NULL,
    disabled_by text,
    attempts integer NOT NULL DEFAULT 0,
    failing_since bigint,
    next_at bigint NOT NULL,
    created_at bigint NOT NULL,
    hold integer NOT NULL DEFAULT 0,
    secret text NOT NULL,
    previous_secret text,
    previous_until bigint
  )`,
  `CREATE TABLE webhook_deliveries (
    delivery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    at bigint NOT NULL,
    position bigint NOT NULL,
    type text NOT NULL,
    status integer,
    failed text,
    duration_ms integer NOT NULL
  )`,
  "CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, delivery_id)",
  "CREATE INDEX webhook_deliveries_at ON webhook_deliveries (at)",
];
