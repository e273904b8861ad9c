import { NOT_IN_FORCE } from "../access/rules.js";
import { changedFields } from "./document-fields.js";
import type { HeldState, PublicationPlan } from "./publication-plan.js";

/** The audit entries of a change of a document: its rule, its published version, and a draft that ended. */
export function publicationEntries(
  { rule: before, draft, title, version, fields: held }: HeldState,
  {
    rule,
    cause,
    head,
    rule_outdated,
    unchanged,
    restores,
    fields,
  }: Pick<PublicationPlan, "rule" | "cause" | "head" | "rule_outdated" | "unchanged" | "restores" | "fields">,
  drops: PublicationPlan["drops"],
): PublicationPlan["entries"] {
  const entries: PublicationPlan["entries"][number][] = [];
  if (rule !== null && cause !== null) {
    const details = {
      rules_version: rule.rules_version,
      cause,
      before: before.rules_version === NOT_IN_FORCE ? null : before.access_rules,
      after: rule.access_rules,
    };
    entries.push({ kind: "rule-changed", details });
  }
  if (head) {
    const details = { ...head, rule_outdated, ...(restores !== null && { restores }) };
    entries.push({ kind: "document-published", details });
  }
  const changed = fields && changedFields(held, fields);
  if (changed) entries.push({ kind: "document-changed", details: changed });
  if (unchanged) entries.push({ kind: "document-unchanged", details: { title, version } });
  if (head === null) entries.push({ kind: "document-deleted", details: {} });
  if (draft !== null && drops.includes("draft")) {
    entries.push({ kind: "draft-deleted", details: { title: draft.title, version: draft.version } });
  }
  return entries;
}
