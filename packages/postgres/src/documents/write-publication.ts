import { CLOSED } from "@retrieval/core";
import type { ChunkChanges } from "@retrieval/core/chunks";
import type { KeptVersions, PlannedEntry, PublicationPlan } from "@retrieval/core/documents";
import type { AuditEntry } from "@retrieval/core/ports";
import { sql, type Transaction } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import { dropVectors } from "../search/term-vectors.js";
import { ruleColumns } from "../sql/document-rule.js";
import type { Schema } from "../sql/schema.js";
import { readRuleEffects } from "../users/rule-effects.js";
import { fieldColumns, type HeldDocument, headColumns } from "./document-row.js";
import { keepVersion } from "./older-versions.js";
import { dropUnusedOriginals } from "./originals.js";
import { dropRevision, originalFor } from "./revisions.js";

/**
 * The event's data that a plan does not have: its sender, the revision that it brings, and how that differs from the
 * published one.
 */
interface Written {
  readonly by_user: string | null;
  readonly incoming: string | null;
  readonly changes: ChunkChanges;
  /** null: the event publishes nothing. */
  readonly kept: KeptVersions | null;
}

/** Writes the plan for a held document. The term vectors of a newly shown revision are written after it. */
export async function writePlan(
  trx: Transaction<Schema>,
  held: HeldDocument,
  plan: PublicationPlan,
  { by_user, incoming, changes, kept }: Written,
): Promise<void> {
  const { document_id } = held;
  const { shows, waits, drops, head, rule } = plan;
  const ids = { published: held.revision_id, draft: held.draft_id, incoming };
  const revision_id = shows && ids[shows];
  await trx
    .updateTable("documents")
    .set({
      ...(head && headColumns({ document_id, ...head })),
      revision_id,
      draft_id: waits && ids[waits],
      accepted: numbered(plan.accepted),
      ...(rule && {
        ...ruleColumns(rule.access_rules),
        rules_version: rule.rules_version,
        rules_accepted: numbered(rule.rules_accepted),
      }),
      ...fieldColumns(plan.fields),
      updated_at: sql<Date>`now()`,
    })
    .where("document_id", "=", document_id)
    .execute();
  const counts = await recordRule(trx, held, plan, by_user);
  if (head !== undefined) {
    const state = { document_id, title: head?.title ?? null, version: head?.version ?? null };
    await trx.insertInto("document_states").values(state).execute();
  }
  const content = { changes, original_for: await originalFor(trx, incoming ?? held.draft_id) };
  const added: { readonly [Kind in PlannedEntry["kind"]]?: object | null } = {
    "rule-changed": counts,
    "document-published": content,
    "draft-saved": content,
  };
  const entries = plan.entries.map(
    ({ kind, details }) =>
      // TypeScript cannot put together what it took apart.
      ({ kind, by_user, user_id: null, document_id, details: { ...details, ...added[kind] } }) as AuditEntry,
  );
  await addAuditEntries(trx, entries);
  if (drops.includes("draft")) await dropRevision(trx, held.draft_id);
  if (head && revision_id !== null && kept !== null) {
    if (held.revision_id !== null) await dropVectors(trx, held.revision_id);
    await keepVersion(trx, document_id, revision_id, by_user, kept);
  }
  if (head || drops.length > 0) await dropUnusedOriginals(trx);
}

/** The given number in the one order of acceptance, or the next one. */
const numbered = (accepted: PublicationPlan["accepted"]) =>
  accepted === "next" ? sql<string>`nextval('acceptance')` : String(accepted);

/** Records a new version of the rule. @returns how many active users it lets in and keeps out */
async function recordRule(
  trx: Transaction<Schema>,
  { document_id, is_published, rule: before }: HeldDocument,
  { rule, cause }: PublicationPlan,
  by_user: string | null,
): Promise<{ readonly gained: number; readonly lost: number } | null> {
  if (rule === null || cause === null) return null;
  const { access_rules, rules_version } = rule;
  const change = { before: is_published ? before.access_rules : CLOSED, after: access_rules };
  const { gained, lost } = await readRuleEffects(trx, [change], { over_all: 0, each: 0 });
  const counts = { gained: gained.count, lost: lost.count };
  await trx
    .insertInto("rule_versions")
    .values({ document_id, rules_version, by_user, cause, access_rules: JSON.stringify(access_rules), ...counts })
    .execute();
  return counts;
}
