import { isObject } from "../is-object.js";
import type { Problem } from "../problems.js";
import { RULE_EDITS } from "./rule-edits.js";
import { type AccessRules, CLOSED, RULE_LISTS, readAccessRules } from "./rules.js";

/** One change of many documents' rules. */
export interface RuleEdit {
  readonly kind: (typeof RULE_EDITS)[number];
  /** The new rule, or the entries to add or remove; ignored by `open` and `close`. */
  readonly access_rules: AccessRules;
}

/** Reads a change as it was sent. @returns the change, or its first problem */
export function readRuleEdit(given: unknown): RuleEdit | Problem {
  if (!isObject(given)) return { code: "field.not_object", field: "change" };
  const kind = RULE_EDITS.find((known) => known === given.kind);
  if (kind === undefined) return { code: "field.not_one_of", field: "change.kind", values: RULE_EDITS };
  if (kind === "open" || kind === "close") return { kind, access_rules: CLOSED };
  if (!isObject(given.access_rules)) return { code: "field.not_object", field: "change.access_rules" };
  const stated = kind === "replace" ? {} : { allow_all: false };
  const access_rules = readAccessRules({ ...given.access_rules, ...stated });
  return "code" in access_rules ? access_rules : { kind, access_rules };
}

/** The rule after the change. @returns its problem if it would be too long */
export function editedRules(rules: AccessRules, { kind, access_rules }: RuleEdit): AccessRules | Problem {
  if (kind === "replace") return access_rules;
  if (kind === "open" || kind === "close") return { ...rules, allow_all: kind === "open" };
  const lists = RULE_LISTS.map((list) => {
    const named = new Set(access_rules[list]);
    const kept = rules[list].filter((entry) => kind === "add" || !named.has(entry));
    return [list, kind === "add" ? [...new Set([...kept, ...named])] : kept];
  });
  return readAccessRules({ ...rules, ...Object.fromEntries(lists) });
}
