import { type Kysely, sql } from "kysely";

/** An import of users is one request, so every job is an upload of a document, and none waits to be released. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of statements(rows[0]?.schema ?? "public")) await sql.raw(statement).execute(db);
}

const statements = (schema: string) => [
  `DELETE FROM ${schema}.jobs WHERE kind <> 'ingest'`,
  // Its index goes with the column.
  `ALTER TABLE ${schema}.jobs
    DROP COLUMN kind,
    ALTER document_id SET NOT NULL,
    DROP CONSTRAINT jobs_state_check,
    ADD CONSTRAINT jobs_state_check CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled'))`,
  `CREATE INDEX jobs_open ON ${schema}.jobs (accepted) WHERE state IN ('queued', 'running')`,
];
