import { type Kysely, sql } from "kysely";

/** Access tokens of assistants and scripts. The tokens themselves are not here, but their SHA-256. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE access_tokens (
      token_id uuid PRIMARY KEY,
      hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
      user_id text NOT NULL REFERENCES users,
      name text NOT NULL,
      audience text NOT NULL CHECK (audience IN ('api', 'mcp')),
      sessions integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      last_used_at timestamptz
    )`.execute(db);
  await sql`CREATE INDEX access_tokens_of_user ON access_tokens (user_id)`.execute(db);
}
