import { type Kysely, sql } from "kysely";

/**
 * Makes changes to people cheaper to write. Pages of users are left half empty, so that a changed row finds room beside
 * the old one: no index has to be told of it then, since none is on what changes. The states of people have one index
 * rather than two: nobody looks for a state by its number alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "ALTER TABLE users SET (fillfactor = 50)",
  "ALTER TABLE user_states DROP CONSTRAINT user_states_pkey, ADD PRIMARY KEY (user_id, state_id)",
  "DROP INDEX user_states_user",
];
