import { RULE_LIST_MAX } from "../limits.js";
import { KEY_MAX, problemWithKey } from "../text.js";

/** Who may see a document (SPEC 2.3). Entries are compared exactly and may name what does not exist yet. */
export interface AccessRules {
  readonly allow_all: boolean;
  readonly allowed_department_codes: readonly string[];
  readonly allowed_groups: readonly string[];
  readonly allowed_users: readonly string[];
}

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
export const NOBODY: AccessRules = { ...EVERYONE, allow_all: false };

/** The `rules_version` of a default that waits for the document's first published version. */
export const NOT_IN_FORCE = 0;

/**
 * Reads a rule as it was sent. Absent fields take their defaults (allow_all true, lists empty). A rule that has lists
 * but no `allow_all: false` would then be open to everyone, so it is refused.
 *
 * @returns the rule, its lists without repetitions and otherwise as given, or one sentence that names the problem.
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
