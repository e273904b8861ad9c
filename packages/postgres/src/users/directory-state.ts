import { setImmediate } from "node:timers/promises";
import type { AskedState, Deactivations, DirectoryState } from "@retrieval/core/ports";
import type { User } from "@retrieval/core/users";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { USER_COLUMNS } from "./user-rows.js";

/**
 * Reads everything that a change to users is planned from in one statement: one state of the database, and one round
 * trip.
 *
 * @param locked locks the rows in the order of their keys, against other writers
 */
export async function readState(
  db: Kysely<Schema>,
  user_ids: readonly string[],
  { deactivations = false, keys = [] }: AskedState,
  locked?: "locked",
): Promise<DirectoryState> {
  // An import reads batch by batch. The embedded database answers without a turn of the event loop for other requests.
  await setImmediate();
  const { rows } = await sql<Answer>`
    WITH existing AS (
      SELECT ${sql.join(USER_COLUMNS.map((name) => sql.ref(name)))} FROM users
      WHERE user_id = ANY(${user_ids.filter(canBeStored)}::text[])
      ORDER BY user_id ${locked ? sql`FOR UPDATE` : sql``}
    )
    SELECT (SELECT coalesce(json_agg(existing), '[]') FROM existing) AS existing,
      (SELECT coalesce(json_agg(departments ORDER BY code), '[]') FROM departments) AS departments,
      ARRAY(SELECT user_id FROM users WHERE role = 'admin' AND is_active ORDER BY user_id) AS active_admins,
      ${deactivations ? DEACTIVATIONS : sql`NULL`} AS deactivations,
      ${keys.length > 0 ? knownOf(keys) : sql`ARRAY[]::text[]`} AS known_keys
  `.execute(db);
  const { existing, known_keys, ...state } = rows[0] as Answer;
  return { ...state, existing: new Map(existing.map((user) => [user.user_id, user])), known_keys: new Set(known_keys) };
}

interface Answer extends Omit<DirectoryState, "existing" | "known_keys"> {
  readonly existing: readonly User[];
  readonly known_keys: readonly string[];
}

const DEACTIVATIONS = sql<Deactivations>`(
  SELECT json_build_object(
    'active', (SELECT count(*) FROM users WHERE role = 'user' AND is_active),
    'recent', count(*),
    'unagreed', count(*) FILTER (WHERE NOT agreed))
  FROM deactivations JOIN users USING (user_id)
  WHERE NOT users.is_active AND at > now() - interval '24 hours')`;

const knownOf = (keys: readonly string[]) => sql`ARRAY(
  SELECT key FROM unnest(${keys.filter(canBeStored)}::text[]) AS key
  WHERE EXISTS (SELECT FROM users WHERE department_code = key OR key = ANY(permission_groups)))`;
