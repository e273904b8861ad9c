import type { BodyOf } from "@retrieval/api";
import { listedIn } from "@retrieval/core/use-cases";

/**
 * What the audit log says about a preview of a rule. A rule of one group has the group's members as its readers, so the entry of a preview has the names of the rule.
 */
export function previewDetails(
  edit: BodyOf<"previewRuleEdit">["change"]["kind"],
  rules: BodyOf<"previewAccessRules"> = {},
  { gained, lost }: { readonly gained: { readonly count: number }; readonly lost: { readonly count: number } },
) {
  const { allow_all: _, ...lists } = rules;
  const given = Object.entries(lists).map(([list, names]) => [list, names ?? []]);
  // The other edits ignore the names.
  const named = edit === "open" || edit === "close" ? {} : listedIn(Object.fromEntries(given));
  return { edit, ...named, gained: gained.count, lost: lost.count };
}
