import type { AccessRules } from "@retrieval/core";
import {
  type CertifiedMoment,
  isCounted,
  type NotErased,
  type UserAt,
  type UserErasure,
  type UserErasures,
} from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import { takeTurn } from "../sql/advisory-lock.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { requireAdmin } from "./sender.js";
import { STATE_COLUMNS } from "./user-states.js";

/** The names of ids of users in what is stored as JSON beside the audit log and the history. */
const NAMES = ["allowed_users", "by_user", "editors", "user_id"];

export class PostgresUserErasures implements UserErasures {
  constructor(private readonly db: Kysely<Schema>) {}

  async due(before: number, limit: number): Promise<readonly string[]> {
    const { rows } = await query(() =>
      sql<{ user_id: string }>`
        SELECT user_id FROM users WHERE NOT is_active AND inactive_since(user_id) < ${new Date(before)}
        ORDER BY random() LIMIT ${limit}`.execute(this.db),
    );
    return rows.map(({ user_id }) => user_id);
  }

  async erase(user_id: string, { pseudonym, before, by_user, certified }: UserErasure) {
    if (!canBeStored(user_id)) return "unknown";
    return inTransaction(this.db, async (trx): Promise<null | "unknown" | NotErased> => {
      await takeTurn(trx, "users");
      // It takes longer than a request may where a user has very many entries.
      await sql`SET LOCAL statement_timeout = 0`.execute(trx);
      const { rows } = await sql<{ is_active: boolean; inactive_since: Date }>`
        SELECT is_active, inactive_since(user_id) FROM users WHERE user_id = ${user_id} FOR UPDATE`.execute(trx);
      const user = rows[0];
      if (user === undefined) return "unknown";
      const counted = await countedVersions(trx, user_id, certified);
      // The append-only tables, whose rows the service's own role can change by this function only, and the user.
      const erased = await sql<{ done: boolean }>`
        SELECT erase_user(${user_id}, ${pseudonym}, ${new Date(before)}) AS done`.execute(trx);
      if (erased.rows[0]?.done !== true)
        return { inactive_since: user.is_active ? null : user.inactive_since.getTime() };
      await erasePresent(trx, user_id, pseudonym);
      await keepCount(trx, counted);
      const entry = { kind: "user-erased", by_user, user_id: pseudonym, document_id: null, details: {} } as const;
      await addAuditEntries(trx, [entry]);
      await requireAdmin(trx, by_user);
      return null;
    });
  }
}

/** The versions whose certificates count the user. */
async function countedVersions(
  trx: Transaction<Schema>,
  user_id: string,
  certified: readonly CertifiedMoment[],
): Promise<readonly CertifiedMoment[]> {
  const { rows } = await sql<{ user: UserAt | null; rules: AccessRules | null }>`
    SELECT
      (SELECT row_to_json(state) FROM (
        SELECT ${STATE_COLUMNS} FROM user_states
        WHERE user_id = ${user_id} AND at < ended ORDER BY state_id DESC LIMIT 1) AS state) AS user,
      (SELECT access_rules FROM rule_versions AS rule
        WHERE rule.document_id = moment.document_id AND at < ended ORDER BY rules_version DESC LIMIT 1) AS rules
    FROM unnest(
      ${certified.map(({ document_id }) => document_id)}::text[],
      ${certified.map(({ at }) => new Date(at + 1))}::timestamptz[]
    ) WITH ORDINALITY AS moment(document_id, ended, place)
    ORDER BY place`.execute(trx);
  return certified.filter(({ access_rules }, i) => {
    const { user = null, rules = null } = rows[i] ?? {};
    return isCounted({ user, rules: rules ?? access_rules });
  });
}

async function keepCount(trx: Transaction<Schema>, counted: readonly CertifiedMoment[]): Promise<void> {
  await sql`
    INSERT INTO erased_readers AS kept (document_id, number, readers)
    SELECT document_id, number, 1 FROM unnest(
      ${counted.map(({ document_id }) => document_id)}::text[],
      ${counted.map(({ number }) => number)}::integer[]
    ) AS counted(document_id, number)
    ON CONFLICT (document_id, number) DO UPDATE SET readers = kept.readers + 1`.execute(trx);
}

/** Erases the user from all other tables. */
async function erasePresent(trx: Transaction<Schema>, user_id: string, pseudonym: string): Promise<void> {
  for (const table of ["deactivations", "keyed_requests"])
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${user_id}`.execute(trx);
  await sql`
    UPDATE documents SET
      allowed_users = array_replace(allowed_users, ${user_id}, ${pseudonym}),
      audience = array_replace(audience, ${`u:${user_id}`}, ${`u:${pseudonym}`}),
      editors = array_replace(editors, ${user_id}, ${pseudonym})
    WHERE ${user_id} = ANY(allowed_users) OR ${user_id} = ANY(editors)`.execute(trx);
  const renamed = (column: string): RawBuilder<unknown> =>
    sql`${sql.ref(column)} = with_pseudonym(${sql.ref(column)}::jsonb, ${user_id}, ${pseudonym}, ${NAMES}::text[])::json`;
  const holdsId = (columns: string) => sql`strpos(concat(${sql.raw(columns)}), to_json(${user_id}::text)::text) > 0`;
  await sql`
    UPDATE revisions SET
      by_user = CASE WHEN by_user = ${user_id} THEN ${pseudonym} ELSE by_user END,
      ${sql.join(["access_rules", "withdrawn", "returned", "fields"].map(renamed))}
    WHERE by_user = ${user_id} OR ${holdsId("access_rules, withdrawn, returned, fields")}`.execute(trx);
  await sql`
    UPDATE jobs SET ${sql.join(["options", "report", "problems"].map(renamed))}
    WHERE ${holdsId("options, report, problems")}`.execute(trx);
}
