import { type AccessRules, type AuditEntry, decideAccess, type Reader, type RuleCause } from "@retrieval/core";
import type { Transaction } from "kysely";
import { addAuditEntries } from "./audit-entries.js";
import { RULE_COLUMNS, ruleOf } from "./document-rule.js";
import type { Schema } from "./schema.js";

/** Who changed a rule, and how. */
export interface RuleChange {
  readonly by_user: string | null;
  readonly cause: RuleCause;
}

/**
 * Records the rule that a document's row has now, with how many people it lets in and keeps out, in the transaction that
 * put it in force. A rule that is recorded already is no change.
 */
export async function recordRule(
  trx: Transaction<Schema>,
  document_id: string,
  { by_user, cause }: RuleChange,
): Promise<void> {
  const row = await trx
    .selectFrom("documents")
    .select([...RULE_COLUMNS, "rules_version"])
    .where("document_id", "=", document_id)
    .executeTakeFirstOrThrow();
  const { rules_version } = row;
  const last = await lastRule(trx, document_id);
  if (last?.rules_version === rules_version) return;

  const after = ruleOf(row);
  const before = last && (await isPublished(trx, document_id)) ? last.access_rules : null;
  const counts = await difference(trx, before, after);
  await trx
    .insertInto("rule_versions")
    .values({ document_id, rules_version, by_user, cause, access_rules: JSON.stringify(after), ...counts })
    .execute();
  const details = { rules_version, cause, before: last?.access_rules ?? null, after, ...counts };
  await addAuditEntries(trx, [{ kind: "rule-changed", by_user, user_id: null, document_id, details }]);
}

/** Records that readers see a document's new version, or none any more. */
export async function recordPublication(
  trx: Transaction<Schema>,
  document_id: string,
  head: { readonly title: string; readonly version: string } | null,
  entry: Pick<AuditEntry, "kind" | "by_user" | "details">,
): Promise<void> {
  const { title = null, version = null } = head ?? {};
  await trx.insertInto("document_states").values({ document_id, title, version }).execute();
  await addAuditEntries(trx, [{ ...entry, user_id: null, document_id }]);
}

/** Records that a waiting draft was dropped without having been published. */
export async function recordDeletedDraft(
  trx: Transaction<Schema>,
  document_id: string,
  { title, version }: { readonly title: string; readonly version: string },
  by_user: string | null,
): Promise<void> {
  const details = { title, version };
  await addAuditEntries(trx, [{ kind: "draft-deleted", by_user, user_id: null, document_id, details }]);
}

async function lastRule(trx: Transaction<Schema>, document_id: string) {
  return trx
    .selectFrom("rule_versions")
    .select(["rules_version", "access_rules"])
    .where("document_id", "=", document_id)
    .orderBy("rules_version", "desc")
    .limit(1)
    .executeTakeFirst();
}

async function isPublished(trx: Transaction<Schema>, document_id: string): Promise<boolean> {
  const state = await trx
    .selectFrom("document_states")
    .select("title")
    .where("document_id", "=", document_id)
    .orderBy("state_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return state !== undefined && state.title !== null;
}

async function difference(
  trx: Transaction<Schema>,
  before: AccessRules | null,
  after: AccessRules,
): Promise<{ gained: number; lost: number }> {
  const readers: Reader[] = await trx
    .selectFrom("users")
    .select(["user_id", "role", "department_code", "permission_groups"])
    .where("role", "=", "user")
    .where("is_active", "=", true)
    .execute();
  const counts = { gained: 0, lost: 0 };
  for (const reader of readers) {
    const had = before !== null && decideAccess(reader, before).allowed;
    const has = decideAccess(reader, after).allowed;
    if (has && !had) counts.gained += 1;
    if (had && !has) counts.lost += 1;
  }
  return counts;
}
