import { type Kysely, sql } from "kysely";

/** Applications that users connect: their records at the authorization server, and their tokens. It expands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "ALTER TABLE access_tokens ADD COLUMN client_id text, ADD COLUMN renewable_until timestamptz",
  "CREATE INDEX access_tokens_of_client ON access_tokens (client_id) WHERE client_id IS NOT NULL",
  // By the SHA-256 of an id, so that a dump opens nothing.
  `CREATE TABLE authorizations (
    kind text COLLATE "C" NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    token_id uuid REFERENCES access_tokens ON DELETE CASCADE,
    payload json NOT NULL,
    used_at timestamptz,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (kind, hash)
  )`,
  "CREATE INDEX authorizations_of_token ON authorizations (token_id, kind, used_at) WHERE token_id IS NOT NULL",
  "CREATE INDEX authorizations_expires_at ON authorizations (expires_at)",
];
