import { describe, expect, it } from "@jest/globals";
import { readRuleEdit } from "../../src/access/read-rule-edit.js";
import { appliedEdit, namesIn } from "../../src/access/rule-edit.js";
import { CLOSED, EVERYONE, RULE_LISTS, readAccessRules } from "../../src/access/rules.js";
import { RULE_LIST_MAX } from "../../src/limits.js";

const RULES = {
  allow_all: false,
  allowed_department_codes: ["D1"],
  allowed_groups: ["board"],
  allowed_users: ["1", "2"],
};

function after(change: object, rules = RULES) {
  const edit = readRuleEdit(change);
  if ("code" in edit) throw new Error(edit.code);
  return appliedEdit(rules, edit);
}

describe("One edit of rules", () => {
  it("replaces a rule", () => {
    expect(after({ replace: { allow_all: true } })).toEqual(EVERYONE);
    expect(after({ replace: CLOSED })).toEqual(CLOSED);
  });

  it("adds names behind those that are there, each once, and opens or closes nothing", () => {
    const add = { allowed_users: ["2", "3", "3"], allowed_groups: ["managers"], allow_all: true };
    const added = { allowed_groups: ["board", "managers"], allowed_users: ["1", "2", "3"] };
    expect(after({ add })).toEqual({ ...RULES, ...added });
    expect(after({ add }, { ...RULES, allow_all: true })).toMatchObject({ allow_all: true });
  });

  it("removes names, also all of a list, and never opens a document by that", () => {
    const remove = { allowed_users: ["1", "unknown"], allowed_department_codes: ["D1"] };
    expect(after({ remove })).toEqual({ ...RULES, allowed_department_codes: [], allowed_users: ["2"] });
    expect(after({ remove: RULES })).toEqual(CLOSED);
  });

  it("opens and closes, and keeps the names", () => {
    expect(after({ allow_all: true })).toEqual({ ...RULES, allow_all: true });
    expect(after({ allow_all: false }, { ...RULES, allow_all: true })).toEqual(RULES);
  });

  it("does all of it in its order: replace, remove, add", () => {
    const names = { allowed_groups: ["board"] };
    expect(after({ add: names, remove: names, allow_all: true })).toEqual({ ...RULES, allow_all: true });
    const replace = { ...CLOSED, allowed_users: ["7", "8"] };
    const change = { replace, remove: { allowed_users: ["7"] }, add: names };
    expect(after(change)).toEqual({ ...CLOSED, allowed_groups: ["board"], allowed_users: ["8"] });
    expect(after({})).toEqual(RULES);
  });

  it.each(RULE_LISTS)("is refused for a document whose %s would be too long", (list) => {
    const full = { ...RULES, [list]: Array.from({ length: RULE_LIST_MAX }, (_, i) => `n${i}`) };
    expect(readAccessRules(after({ add: { [list]: ["n0"] } }, full))).toEqual(full);
    expect(readAccessRules(after({ add: { [list]: ["one more"] } }, full))).toMatchObject({
      code: "field.too_many_entries",
    });
  });

  it.each([
    [null, { code: "field.not_object", field: "change" }],
    [{ kind: "open" }, { code: "body.unknown_field", name: "change.kind" }],
    [{ add: null }, { code: "field.not_object", field: "change.add" }],
    [{ allow_all: "true" }, { code: "field.not_boolean", field: "change.allow_all" }],
    [{ replace: { allowed_users: ["1"] } }, { code: "access_rules.allow_all_missing" }],
    [{ remove: { allowed_users: [""] } }, { code: "field.empty" }],
    [{ remove: { users: ["1"] } }, { code: "access_rules.unknown_field", name: "users" }],
  ])("is read strictly: %j", (change, problem) => {
    expect(readRuleEdit(change)).toMatchObject(problem);
  });

  it("opens nothing by the names that it adds or removes, and names every name once", () => {
    const add = { allowed_users: ["2", "1"], allowed_groups: null };
    expect(readRuleEdit({ add: { allowed_users: ["2"] } })).toEqual({ add: { ...CLOSED, allowed_users: ["2"] } });
    expect(namesIn([RULES, undefined, add, {}])).toEqual({
      allowed_department_codes: ["D1"],
      allowed_groups: ["board"],
      allowed_users: ["1", "2"],
    });
  });
});
