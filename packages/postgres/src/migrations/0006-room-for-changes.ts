import { type Kysely, sql } from "kysely";

/**
 * Makes changes to users cheaper to write. Pages of users are left half empty, so that a changed row fits beside the
 * old one: then no index needs an update, since none is on the fields that change. The states of users have one index
 * rather than two, because no query looks for a state by its number alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "ALTER TABLE users SET (fillfactor = 50)",
  "ALTER TABLE user_states DROP CONSTRAINT user_states_pkey, ADD PRIMARY KEY (user_id, state_id)",
  "DROP INDEX user_states_user",
];
