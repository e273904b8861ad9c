import { type Kysely, sql } from "kysely";

/**
 * Counts how often a user's sessions were ended. 0 is also what a token of an older version stands for, so that nobody
 * is signed out by the upgrade.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN sessions integer NOT NULL DEFAULT 0`.execute(db);
}
