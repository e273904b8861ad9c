import { type Kysely, sql } from "kysely";

/**
 * Counts how often a user's sessions were ended. A token of an older version counts as 0, so that the upgrade signs no
 * user out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN sessions integer NOT NULL DEFAULT 0`.execute(db);
}
