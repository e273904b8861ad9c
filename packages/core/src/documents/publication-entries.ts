import { NOT_IN_FORCE } from "../access/rules.js";
import { changedFields } from "./document-fields.js";
import type { HeldState, PlannedEntry, PublicationPlan } from "./publication-plan.js";

/** The audit entries of a plan: its rule first, then its own, then a draft that ended. */
export function publicationEntries(
  { rule: before, draft, fields: held }: HeldState,
  { rule, cause, publishes, waits, fields }: Pick<PublicationPlan, "rule" | "cause" | "publishes" | "waits" | "fields">,
  own: readonly PlannedEntry[],
): readonly PlannedEntry[] {
  const entries: PlannedEntry[] = [];
  if (rule !== null && cause !== null) {
    const details = {
      rules_version: rule.rules_version,
      cause,
      before: before.rules_version === NOT_IN_FORCE ? null : before.access_rules,
      after: rule.access_rules,
    };
    entries.push({ kind: "rule-changed", details });
  }
  const changed = fields && changedFields(held, fields);
  if (changed) entries.push({ kind: "document-changed", details: changed });
  entries.push(...own);
  // A corrected draft replaces it.
  if (draft !== null && waits === null && publishes?.revision !== "draft") {
    entries.push({ kind: "draft-deleted", details: { title: draft.title, version: draft.version } });
  }
  return entries;
}
