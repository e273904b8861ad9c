import { type Kysely, sql } from "kysely";

/**
 * When each ordinary user was last deactivated, and whether the caller agreed to it by number. The guard against mass
 * deactivation counts these. At most one row per user, so nothing has to be removed. A user who is active again is not
 * counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `CREATE TABLE deactivations (
    user_id text COLLATE "C" PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    agreed boolean NOT NULL
  )`,
  "CREATE INDEX deactivations_at ON deactivations (at)",
];
