import { isObject } from "../is-object.js";
import type { Problem } from "../problems.js";
import { KEY_MAX, problemWithKey } from "../text.js";

/**
 * Who may see a document (SPEC 2.3). Entries are compared exactly, and may name departments, groups and users that do
 * not exist yet.
 */
export interface AccessRules {
  readonly allow_all: boolean;
  readonly allowed_department_codes: readonly string[];
  readonly allowed_groups: readonly string[];
  readonly allowed_users: readonly string[];
}

/** The maximum number of entries in one list of a rule. */
export const RULE_LIST_MAX = 5_000;

/** The three lists of a rule, in the order of the reasons. */
export const RULE_LISTS = ["allowed_department_codes", "allowed_groups", "allowed_users"] as const;
export type RuleList = (typeof RULE_LISTS)[number];

/** Open to everyone: the rule of a document without a rule of its own (SPEC 2.3). */
export const EVERYONE: AccessRules = {
  allow_all: true,
  allowed_department_codes: [],
  allowed_groups: [],
  allowed_users: [],
};

/** Open to admin and developer only. */
export const CLOSED: AccessRules = { ...EVERYONE, allow_all: false };

/** The `rules_version` of a default that waits for the document's first published version. */
export const NOT_IN_FORCE = 0;

/**
 * Reads a rule as it was sent. Absent fields take their defaults (allow_all true, lists empty). A rule that has lists
 * but no `allow_all: false` would then be open to everyone, so it is refused.
 *
 * @returns the rule, its lists in their order without repetitions, or its first problem.
 *
 * @example
 * ```js
 * readAccessRules({ allow_all: false, allowed_groups: ["hr", "hr"] }); // → { ...CLOSED, allowed_groups: ["hr"] }
 * readAccessRules({ allowed_groups: ["hr"] }); // → { code: "access_rules.allow_all_missing" }
 * ```
 */
export function readAccessRules(value: unknown): AccessRules | Problem {
  if (!isObject(value)) {
    return { code: "field.not_object", field: "access_rules" };
  }
  const given = value as Record<string, unknown>;
  for (const name of Object.keys(given)) {
    if (name !== "allow_all" && !(RULE_LISTS as readonly string[]).includes(name)) {
      return { code: "access_rules.unknown_field", name, known: ["allow_all", ...RULE_LISTS] };
    }
  }
  const lists = {} as Record<RuleList, string[]>;
  for (const name of RULE_LISTS) {
    const list = given[name] ?? [];
    const field = `access_rules.${name}`;
    if (!Array.isArray(list)) return { code: "field.not_texts", field };
    if (list.length > RULE_LIST_MAX) return { code: "field.too_many_entries", field, max: RULE_LIST_MAX };
    for (const [index, entry] of list.entries()) {
      const problem = problemWithKey(`${field}[${index}]`, entry, KEY_MAX);
      if (problem !== null) return problem;
    }
    lists[name] = [...new Set(list as string[])];
  }
  const { allow_all } = given;
  if (allow_all !== undefined && typeof allow_all !== "boolean") {
    return { code: "field.not_boolean", field: "access_rules.allow_all" };
  }
  if (allow_all === undefined && RULE_LISTS.some((name) => lists[name].length > 0)) {
    return { code: "access_rules.allow_all_missing" };
  }
  return { allow_all: allow_all ?? true, ...lists };
}

/** Whether two rules are equal, with their lists in the same order. */
export function isSameRule(one: AccessRules, other: AccessRules): boolean {
  if (one.allow_all !== other.allow_all) return false;
  return RULE_LISTS.every(
    (list) => one[list].length === other[list].length && one[list].every((name, i) => name === other[list][i]),
  );
}
