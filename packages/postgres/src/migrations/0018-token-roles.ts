import { type Kysely, sql } from "kysely";

/** The role in which an access token reads. Earlier tokens of administrators and developers read as `user` from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE access_tokens
      ADD COLUMN role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin'))`.execute(db);
}
