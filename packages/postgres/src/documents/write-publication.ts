import { CLOSED } from "@retrieval/core";
import { type ChunkChanges, versionHash } from "@retrieval/core/chunks";
import type { PlannedEntry, PublicationPlan } from "@retrieval/core/documents";
import type { AuditEntry } from "@retrieval/core/ports";
import { sql, type Transaction } from "kysely";
import { addAuditEntries } from "../audit/add-audit-entries.js";
import { ruleColumns } from "../sql/document-rule.js";
import type { Schema } from "../sql/schema.js";
import { readRuleEffects } from "../users/rule-effects.js";
import { fieldColumns, type HeldDocument, headColumns } from "./document-row.js";
import { dropUnusedOriginals } from "./originals.js";
import { dropRevision, dropVersions, emptyRevision, hashesOf, originalFor } from "./revisions.js";

/**
 * The event's data that a plan does not have: its sender, the revision that it brings, and how that differs from the
 * version that it follows.
 */
interface Written {
  readonly by_user: string | null;
  readonly incoming: string | null;
  readonly changes: ChunkChanges;
}

/** Writes the plan for a held document. The term vectors of a published revision are written after it. */
export async function writePlan(
  trx: Transaction<Schema>,
  held: HeldDocument,
  plan: PublicationPlan,
  { by_user, incoming, changes }: Written,
): Promise<void> {
  const { document_id } = held;
  const { publishes, waits, drops, head, rule, shows, abolitions } = plan;
  const ids = { draft: held.draft_id, incoming };
  const published = publishes && ids[publishes.revision];
  const shown =
    shows === publishes?.number ? published : held.versions.find(({ number }) => number === shows)?.revision_id;
  // Before the publication, so that its rule is not a change since.
  const counts = await recordRule(trx, held, plan, by_user);
  if (publishes !== null) await publishRevision(trx, published as string, publishes, by_user, held.day);
  await correctVersions(trx, held, plan, by_user);
  if (plan.returns !== null) {
    const { comment } = plan.returns;
    const returned = sql<string>`json_build_object('at', ${NOW}, 'by_user', ${by_user}::text, 'comment', ${comment}::text)`;
    await trx.updateTable("revisions").set({ returned }).where("revision_id", "=", held.draft_id).execute();
  }
  if (plan.keeps_return) {
    const returned = sql<string>`(SELECT returned FROM revisions AS draft WHERE draft.revision_id = ${held.draft_id})`;
    await trx.updateTable("revisions").set({ returned }).where("revision_id", "=", incoming).execute();
  }
  await trx
    .updateTable("documents")
    .set({
      ...(head && headColumns({ document_id, ...head })),
      revision_id: shown ?? null,
      draft_id: waits && ids[waits],
      next_on: plan.next_on,
      ...(publishes && { versions: publishes.number }),
      ...(abolitions && { abolitions: JSON.stringify(abolitions) }),
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
  const destroyed = await recordDestroyed(trx, held, plan, by_user);
  const entries = plan.entries.map(({ kind, details }) => {
    const more = kind === "document-destroyed" ? { text_sha256: destroyed.get(details.number) } : added[kind];
    // TypeScript cannot put together what it took apart.
    return { kind, by_user, user_id: null, document_id, details: { ...details, ...more } } as AuditEntry;
  });
  await addAuditEntries(trx, entries);
  if (plan.destroys !== null) {
    const { revision_id = null } = held.versions.find(({ number }) => number === plan.destroys) ?? {};
    await emptyRevision(trx, revision_id);
  }
  if (drops.includes("draft")) await dropRevision(trx, held.draft_id);
  if (drops.includes("versions")) await dropVersions(trx, document_id);
  if (drops.length > 0 || plan.destroys !== null) await dropUnusedOriginals(trx);
}

/** Keeps the hash of each text that is destroyed. @returns by number */
async function recordDestroyed(
  trx: Transaction<Schema>,
  { document_id, versions }: HeldDocument,
  { entries }: PublicationPlan,
  by_user: string | null,
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  for (const { kind, details } of entries) {
    if (kind !== "document-destroyed") continue;
    const { number, legal_order } = details;
    const version = versions.find((other) => other.number === number);
    const chunks = await hashesOf(trx, version?.revision_id ?? null);
    const text_sha256 = versionHash(chunks.map(({ metadata }) => metadata.text_hash));
    await sql`
      INSERT INTO destroyed (document_id, number, text_sha256, legal_order, by_user)
      VALUES (${document_id}, ${number}, ${text_sha256}, ${legal_order}, ${by_user})`.execute(trx);
    hashes.set(number, text_sha256);
  }
  return hashes;
}

async function publishRevision(
  trx: Transaction<Schema>,
  revision_id: string,
  { title: _, revision: __, ...version }: NonNullable<PublicationPlan["publishes"]>,
  by_user: string | null,
  kept_from: string,
): Promise<void> {
  const published_at = sql<Date>`clock_timestamp()`;
  await trx
    .updateTable("revisions")
    .set({ ...version, published_at, by_user, kept_from })
    .where("revision_id", "=", revision_id)
    .execute();
}

async function correctVersions(
  trx: Transaction<Schema>,
  { document_id, day }: HeldDocument,
  { withdraws, changes_version }: PublicationPlan,
  by_user: string | null,
): Promise<void> {
  const versionOf = (number: number) =>
    trx.updateTable("revisions").where("document_id", "=", document_id).where("number", "=", number);
  if (withdraws !== null) {
    const { number, reason } = withdraws;
    const withdrawn = sql<string>`json_build_object('at', ${NOW}, 'by_user', ${by_user}::text, 'reason', ${reason}::text)`;
    await versionOf(number).set({ withdrawn, kept_from: day }).execute();
  }
  if (changes_version !== null) {
    const { number, ...fields } = changes_version;
    await versionOf(number).set(fields).execute();
  }
}

/** As JavaScript writes a moment. */
const NOW = sql`to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The given number in the one order of acceptance, or the next one. */
const numbered = (accepted: PublicationPlan["accepted"]) =>
  accepted === "next" ? sql<string>`nextval('acceptance')` : String(accepted);

/** Records a new version of the rule. @returns how many active users it lets in and keeps out */
async function recordRule(
  trx: Transaction<Schema>,
  { document_id, versions, rule: before }: HeldDocument,
  { rule, cause }: PublicationPlan,
  by_user: string | null,
): Promise<{ readonly gained: number; readonly lost: number } | null> {
  if (rule === null || cause === null) return null;
  const { access_rules, rules_version } = rule;
  const change = { before: versions.length > 0 ? before.access_rules : CLOSED, after: access_rules };
  const { gained, lost } = await readRuleEffects(trx, [change], { over_all: 0, each: 0 });
  const counts = { gained: gained.count, lost: lost.count };
  await trx
    .insertInto("rule_versions")
    .values({ document_id, rules_version, by_user, cause, access_rules: JSON.stringify(access_rules), ...counts })
    .execute();
  return counts;
}
