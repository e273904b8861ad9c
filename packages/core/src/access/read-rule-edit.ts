import { isObject } from "../is-object.js";
import type { Problem } from "../problems.js";
import type { RuleEdit } from "./rule-edit.js";
import { type AccessRules, readAccessRules } from "./rules.js";

const PARTS = ["replace", "remove", "add"] as const;

/** Reads an edit as it was sent. @returns the edit, or its first problem */
export function readRuleEdit(given: unknown): RuleEdit | Problem {
  if (!isObject(given)) return { code: "field.not_object", field: "change" };
  const known = [...PARTS, "allow_all"];
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) return { code: "body.unknown_field", name: `change.${unknown}` };
  const edit: { [Part in (typeof PARTS)[number]]?: AccessRules } = {};
  for (const part of PARTS) {
    const rules = given[part];
    if (rules === undefined) continue;
    if (!isObject(rules)) return { code: "field.not_object", field: `change.${part}` };
    const read = readAccessRules(part === "replace" ? rules : { ...rules, allow_all: false });
    if ("code" in read) return read;
    edit[part] = read;
  }
  const { allow_all } = given;
  if (allow_all === undefined) return edit;
  return typeof allow_all === "boolean"
    ? { ...edit, allow_all }
    : { code: "field.not_boolean", field: "change.allow_all" };
}
