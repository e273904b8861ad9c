import { type Kysely, sql } from "kysely";

/** The questions that administrators put on the front page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `CREATE TABLE front_page (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    questions text[] NOT NULL DEFAULT '{}',
    version integer NOT NULL DEFAULT 1
  )`,
  "INSERT INTO front_page DEFAULT VALUES",
];
