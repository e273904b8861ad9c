import { KEY_MAX, problemWithKey } from "../text.js";

/** Who may see a document (SPEC 2.3). The lists are compared exactly and may name what is not known yet. */
export interface AccessRules {
  readonly allow_all: boolean;
  readonly allowed_department_codes: readonly string[];
  readonly allowed_groups: readonly string[];
  readonly allowed_users: readonly string[];
}

/** The three lists of a rule, in the order in which reasons are given. */
export const RULE_LISTS = ["allowed_department_codes", "allowed_groups", "allowed_users"] as const;
export type RuleList = (typeof RULE_LISTS)[number];

/** How many entries one list of a rule may have. */
export const RULE_LIST_MAX = 5_000;

/** Everyone: what SPEC 2.3 gives to a document that has no rule of its own. */
export const EVERYONE: AccessRules = {
  allow_all: true,
  allowed_department_codes: [],
  allowed_groups: [],
  allowed_users: [],
};

/** Nobody but admin and developer. */
export const NOBODY: AccessRules = { ...EVERYONE, allow_all: false };

/** The `rules_version` of a default that waits for the document's first published version. */
export const NOT_IN_FORCE = 0;

/**
 * Reads a rule as somebody sent it. What is left out takes the default (allow_all true, lists empty), so a rule that
 * names lists and forgets `allow_all: false` would be open to everyone: that is refused instead of guessed.
 *
 * @returns the rule, its lists without repetitions and otherwise as given, or one sentence saying what is wrong.
 */
export function readAccessRules(value: unknown): AccessRules | string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "access_rules must be an object";
  const given = value as Record<string, unknown>;
  for (const name of Object.keys(given)) {
    if (name !== "allow_all" && !(RULE_LISTS as readonly string[]).includes(name)) {
      return `access_rules has an unknown field ${JSON.stringify(name)}; known are allow_all, ${RULE_LISTS.join(", ")}`;
    }
  }
  const lists = {} as Record<RuleList, string[]>;
  for (const name of RULE_LISTS) {
    const list = given[name] ?? [];
    if (!Array.isArray(list)) return `access_rules.${name} must be an array of texts`;
    if (list.length > RULE_LIST_MAX) return `access_rules.${name} may have at most ${RULE_LIST_MAX} entries`;
    for (const [index, entry] of list.entries()) {
      const problem = problemWithKey(entry, KEY_MAX);
      if (problem !== null) return `access_rules.${name}[${index}] ${problem}`;
    }
    lists[name] = [...new Set(list as string[])];
  }
  const { allow_all } = given;
  if (allow_all !== undefined && typeof allow_all !== "boolean") return "access_rules.allow_all must be true or false";
  if (allow_all === undefined && RULE_LISTS.some((name) => lists[name].length > 0)) {
    return "access_rules names departments, groups or users but not allow_all; say allow_all: false to restrict the document to them";
  }
  return { allow_all: allow_all ?? true, ...lists };
}
