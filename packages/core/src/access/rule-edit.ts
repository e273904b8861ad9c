import type { AccessRules, RuleList } from "./rules.js";

/** Departments, groups and users of a rule. */
export type RuleNames = Pick<AccessRules, RuleList>;

/** One change of the rules of one or many documents. Its parts apply in this order. */
export interface RuleEdit {
  /** Takes the place of each document's own rule. */
  readonly replace?: AccessRules;
  readonly remove?: RuleNames;
  /** A name that is in `remove` too is added. */
  readonly add?: RuleNames;
  /** The names stay. */
  readonly allow_all?: boolean;
}

/**
 * The rule after the edit, which MAY be too long. Each name stands once, and added names stand last.
 *
 * @example appliedEdit(rules, { allow_all: false, add: { ...NO_NAMES, allowed_groups: ["board"] } })
 */
export function appliedEdit(
  rules: AccessRules,
  { replace = rules, remove, add, allow_all = replace.allow_all }: RuleEdit,
): AccessRules {
  const names = byList((list) => {
    const removed = new Set(remove?.[list]);
    const kept = replace[list].filter((name) => !removed.has(name));
    return [...new Set([...kept, ...(add?.[list] ?? [])])];
  });
  return { allow_all, ...names };
}

/** One value for each list of a rule. */
export function byList<T>(make: (list: RuleList) => T): Readonly<Record<RuleList, T>> {
  return {
    allowed_department_codes: make("allowed_department_codes"),
    allowed_groups: make("allowed_groups"),
    allowed_users: make("allowed_users"),
  };
}

/** Every name of these rules once. */
export function namesIn(rules: readonly (Partial<Nullable<RuleNames>> | undefined)[]): RuleNames {
  return byList((list) => [...new Set(rules.flatMap((rule) => rule?.[list] ?? []))]);
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };
