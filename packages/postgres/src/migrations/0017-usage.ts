import { type Kysely, sql } from "kysely";

/**
 * What users look for, do not find, and read: a word or a document, and a keyed hash of the day, the subject and the
 * user. The table names no user, and has no sentence and no time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`CREATE TABLE usage_marks (
      kind text NOT NULL,
      day date NOT NULL,
      subject text COLLATE "C" NOT NULL,
      user_hash bytea NOT NULL,
      PRIMARY KEY (kind, day, subject, user_hash)
    )`)
    .execute(db);
  await sql.raw("CREATE INDEX usage_marks_day ON usage_marks (day)").execute(db);
}
