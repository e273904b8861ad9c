import { type Kysely, sql } from "kysely";

/** Requests by their Idempotency-Key, for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  const table = `${rows[0]?.schema ?? "public"}.keyed_requests`;
  await sql
    .raw(
      `CREATE TABLE ${table} (
        user_id text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        request bytea NOT NULL,
        state text NOT NULL DEFAULT 'begun' CHECK (state IN ('begun', 'done')),
        answer text,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, key)
      )`,
    )
    .execute(db);
  await sql.raw(`CREATE INDEX keyed_requests_at ON ${table} (at)`).execute(db);
}
