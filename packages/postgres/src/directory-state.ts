import type { Department, DirectoryState, User } from "@retrieval/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.js";
import { canBeStored } from "./storable-text.js";
import { USER_COLUMNS } from "./user-rows.js";

/**
 * What a change to users is planned from, in one statement: it is one state of the database, and one round trip.
 *
 * @param locked rows are locked in the order of their keys, against whoever else writes them by hand
 */
export async function readState(
  db: Kysely<Schema>,
  user_ids: readonly string[],
  locked?: "locked",
): Promise<DirectoryState> {
  const { rows } = await sql<{ existing: User[]; departments: Department[]; active_admins: string[] }>`
    WITH existing AS (
      SELECT ${sql.join(USER_COLUMNS.map((name) => sql.ref(name)))} FROM users
      WHERE user_id = ANY(${user_ids.filter(canBeStored)}::text[])
      ORDER BY user_id ${locked ? sql`FOR UPDATE` : sql``}
    )
    SELECT (SELECT coalesce(json_agg(existing), '[]') FROM existing) AS existing,
      (SELECT coalesce(json_agg(departments ORDER BY code), '[]') FROM departments) AS departments,
      ARRAY(SELECT user_id FROM users WHERE role = 'admin' AND is_active ORDER BY user_id) AS active_admins
  `.execute(db);
  const { existing, departments, active_admins } = rows[0] as (typeof rows)[number];
  return { existing: new Map(existing.map((user) => [user.user_id, user])), departments, active_admins };
}
