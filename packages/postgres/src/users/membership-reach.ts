import type { MembershipReach } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../sql/schema.js";

/** Counts the users and documents of every department code and group, in one state of the database. */
export async function readReach(db: Kysely<Schema>): Promise<MembershipReach> {
  const { rows } = await sql<MembershipReach>`
    WITH has_code AS (
      SELECT department_code AS key, count(*) FILTER (WHERE role = 'user' AND is_active)::int AS users
      FROM users WHERE department_code IS NOT NULL GROUP BY 1
    ), names_code AS (
      SELECT key COLLATE "C" AS key, count(DISTINCT document_id)::int AS documents
      FROM documents, unnest(allowed_department_codes) AS key WHERE revision_id IS NOT NULL GROUP BY 1
    ), by_code AS (
      SELECT key AS code, name, coalesce(users, 0) AS users, coalesce(documents, 0) AS documents
      FROM (SELECT code AS key, name FROM departments) AS master
      FULL JOIN has_code USING (key) FULL JOIN names_code USING (key)
    ), has_group AS (
      SELECT key COLLATE "C" AS key, count(DISTINCT user_id) FILTER (WHERE role = 'user' AND is_active)::int AS users
      FROM users, unnest(permission_groups) AS key GROUP BY 1
    ), names_group AS (
      SELECT key COLLATE "C" AS key, count(DISTINCT document_id)::int AS documents
      FROM documents, unnest(allowed_groups) AS key WHERE revision_id IS NOT NULL GROUP BY 1
    ), by_group AS (
      SELECT key AS "group", coalesce(users, 0) AS users, coalesce(documents, 0) AS documents
      FROM has_group FULL JOIN names_group USING (key)
    )
    SELECT (SELECT coalesce(json_agg(by_code ORDER BY code), '[]') FROM by_code) AS departments,
      (SELECT coalesce(json_agg(by_group ORDER BY "group"), '[]') FROM by_group) AS groups
  `.execute(db);
  return rows[0] as MembershipReach;
}
