import type { UserData, UserDataReader } from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";

export class PostgresUserData implements UserDataReader {
  constructor(private readonly db: Kysely<Schema>) {}

  async read(user_id: string): Promise<UserData | null> {
    if (!canBeStored(user_id)) return null;
    const { rows } = await query(() =>
      sql<UserData>`
        SELECT (SELECT row_to_json(own) FROM (
            SELECT user_id, display_name, department, department_code, email, role, permission_groups, is_active,
              ${moment("updated_at")}) AS own) AS user,
          ${listOf(sql`SELECT ${moment("at")}, display_name, role, department_code, permission_groups, is_active
            FROM user_states WHERE user_id = ${user_id} ORDER BY state_id`)} AS states,
          ${listOf(sql`SELECT token_id, name, audience, role, client_id, ${moment("created_at")}, ${moment("expires_at")},
            ${moment("last_used_at")} FROM access_tokens WHERE user_id = ${user_id} ORDER BY access_tokens.created_at`)} AS tokens,
          ${acts("confirmations", user_id)} AS confirmations,
          ${acts("notice_reads", user_id)} AS notices_read,
          ${listOf(sql`SELECT document_id, rules_version, ${moment("at")}, ${moment("until")} FROM (
            SELECT document_id, rules_version, at, (SELECT next.at FROM rule_versions AS next
              WHERE next.document_id = named.document_id AND next.rules_version > named.rules_version
              ORDER BY next.rules_version LIMIT 1) AS until
            FROM rule_versions AS named WHERE strpos(access_rules::text, ${JSON.stringify(user_id)}) > 0
              AND access_rules::jsonb -> 'allowed_users' ? ${user_id}) AS rule ORDER BY rule.at`)} AS granted,
          ARRAY(SELECT document_id FROM documents WHERE ${user_id} = ANY(editors) ORDER BY document_id) AS editor_of,
          ${listOf(sql`SELECT document_id, number, version, ${moment("created_at")}, ${moment("published_at")}
            FROM revisions WHERE by_user = ${user_id} ORDER BY revision_id`)} AS versions
        FROM users WHERE user_id = ${user_id}`.execute(this.db),
    );
    return rows[0] ?? null;
  }
}

const listOf = (rows: RawBuilder<unknown>) => sql`(SELECT coalesce(json_agg(item), '[]') FROM (${rows}) AS item)`;

const acts = (table: string, user_id: string) =>
  listOf(sql`SELECT document_id, number, ${moment("at")} FROM ${sql.table(table)} AS act
    WHERE user_id = ${user_id} ORDER BY act.at`);

/** As JavaScript writes a moment, under the column's name. */
const moment = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${sql.ref(column)}`;
