import type { AccessRules, RuleList } from "../answers.js";

/** The lists of a rule, in the order in which reasons are given. */
export const LISTS = [
  "allowed_department_codes",
  "allowed_groups",
  "allowed_users",
] as const satisfies readonly RuleList[];

/** One entry of a rule. */
export interface Entry {
  readonly list: RuleList;
  readonly value: string;
}

export function entriesOf(rules: AccessRules): Entry[] {
  return LISTS.flatMap((list) => rules[list].map((value) => ({ list, value })));
}

export function withEntry(rules: AccessRules, { list, value }: Entry): AccessRules {
  return rules[list].includes(value) ? rules : { ...rules, [list]: [...rules[list], value] };
}

export function withoutEntry(rules: AccessRules, { list, value }: Entry): AccessRules {
  return { ...rules, [list]: rules[list].filter((other) => other !== value) };
}

export interface RuleDifference {
  /** true: opened to everyone; false: restricted to the entries; null: unchanged. */
  readonly allow_all: boolean | null;
  readonly added: readonly Entry[];
  readonly removed: readonly Entry[];
}

export function differenceOf(before: AccessRules, after: AccessRules): RuleDifference {
  return {
    allow_all: before.allow_all === after.allow_all ? null : after.allow_all,
    added: missingIn(before, after),
    removed: missingIn(after, before),
  };
}

/** Whether two rules are equal, regardless of the order of their lists. */
export function sameRules(a: AccessRules, b: AccessRules): boolean {
  const { allow_all, added, removed } = differenceOf(a, b);
  return allow_all === null && added.length === 0 && removed.length === 0;
}

/** Combines two changes of one rule: keeps what either added, and drops what either removed. */
export function combined(base: AccessRules, theirs: AccessRules, mine: AccessRules): AccessRules {
  const { allow_all, added, removed } = differenceOf(base, mine);
  const rules = { ...theirs, allow_all: allow_all ?? theirs.allow_all };
  return added.reduce(withEntry, removed.reduce(withoutEntry, rules));
}

export interface MarkedEntry extends Entry {
  readonly mark: "added" | "removed" | null;
}

/** The difference between two rules: added entries, removed entries, then common ones. */
export function markedEntries(base: AccessRules, rules: AccessRules): MarkedEntry[] {
  const { added, removed } = differenceOf(base, rules);
  const known = setsOf(base);
  return [
    ...added.map((entry) => ({ ...entry, mark: "added" as const })),
    ...removed.map((entry) => ({ ...entry, mark: "removed" as const })),
    ...entriesOf(rules)
      .filter(({ list, value }) => known[list].has(value))
      .map((entry) => ({ ...entry, mark: null })),
  ];
}

function missingIn(rules: AccessRules, others: AccessRules): Entry[] {
  const known = setsOf(rules);
  return entriesOf(others).filter(({ list, value }) => !known[list].has(value));
}

function setsOf(rules: AccessRules): Record<RuleList, ReadonlySet<string>> {
  return {
    allowed_department_codes: new Set(rules.allowed_department_codes),
    allowed_groups: new Set(rules.allowed_groups),
    allowed_users: new Set(rules.allowed_users),
  };
}
