import { type Kysely, sql } from "kysely";

/** Why a job failed, as data. An older instance writes a sentence into `error`, and null here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE jobs ADD COLUMN problems json").execute(db);
}
