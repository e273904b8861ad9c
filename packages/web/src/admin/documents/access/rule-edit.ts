import { appliedEdit, type JsonOf, namesIn, type RuleEdit, type RuleNames } from "@retrieval/api/client";
import type { AccessRules, RuleList } from "../answers.js";
import { differenceOf, type Entry } from "./rules.js";

export type RuleEditPreview = JsonOf<"previewRuleEdit">;

/** A published document with the rule that an edit begins from. */
export interface RuledDocument {
  readonly document_id: string;
  readonly title: string;
  readonly rules_version: number;
  readonly access_rules: AccessRules;
}

export const NO_NAMES: RuleNames = { allowed_department_codes: [], allowed_groups: [], allowed_users: [] };

export function withEntry({ add, remove, ...edit }: RuleEdit, entry: Entry): RuleEdit {
  return { ...edit, add: having(add, entry), remove: lacking(remove, entry) };
}

export function withoutEntry({ add, remove, ...edit }: RuleEdit, entry: Entry): RuleEdit {
  return { ...edit, add: lacking(add, entry), remove: having(remove, entry) };
}

/** Removes every name that one of the rules has. */
export function withoutNames({ add, remove, ...edit }: RuleEdit, rules: readonly AccessRules[]): RuleEdit {
  return { ...edit, remove: namesIn([remove, ...rules]) };
}

function having(names: RuleNames = NO_NAMES, entry: Entry): RuleNames {
  return { ...names, [entry.list]: [...lacking(names, entry)[entry.list], entry.value] };
}

function lacking(names: RuleNames = NO_NAMES, { list, value }: Entry): RuleNames {
  return { ...names, [list]: names[list].filter((other) => other !== value) };
}

/** The documents whose rule the edit changes. The order of names is no change. */
export function changedBy(edit: RuleEdit, documents: readonly RuledDocument[]): readonly RuledDocument[] {
  return documents.filter(({ access_rules }) => {
    const { allow_all, added, removed } = differenceOf(access_rules, appliedEdit(access_rules, edit));
    return allow_all !== null || added.length > 0 || removed.length > 0;
  });
}

/** How many of the rules have each name. The names that an edit adds are last. */
export function countsIn(rules: readonly AccessRules[], list: RuleList, { add = NO_NAMES }: RuleEdit = {}) {
  const counts = new Map<string, number>();
  for (const rule of rules) for (const name of rule[list]) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const name of add[list]) {
    const count = counts.get(name) ?? 0;
    counts.delete(name);
    counts.set(name, count);
  }
  return counts;
}
