import { describe, expect, it } from "@jest/globals";
import { editedRules, readRuleEdit } from "../../src/access/rule-edit.js";
import { CLOSED, EVERYONE, RULE_LISTS } from "../../src/access/rules.js";
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
  return editedRules(rules, edit);
}

describe("One change of many rules", () => {
  it("replaces a rule", () => {
    expect(after({ kind: "replace", access_rules: { allow_all: true } })).toEqual(EVERYONE);
    expect(after({ kind: "replace", access_rules: CLOSED })).toEqual(CLOSED);
  });

  it("adds entries behind those that are there, each once, and opens or closes nothing", () => {
    const access_rules = { allowed_users: ["2", "3", "3"], allowed_groups: ["managers"], allow_all: true };
    const added = { allowed_groups: ["board", "managers"], allowed_users: ["1", "2", "3"] };
    expect(after({ kind: "add", access_rules })).toEqual({ ...RULES, ...added });
    expect(after({ kind: "add", access_rules }, { ...RULES, allow_all: true })).toMatchObject({ allow_all: true });
  });

  it("removes entries, also all of a list, and never opens a document by that", () => {
    const access_rules = { allowed_users: ["1", "unknown"], allowed_department_codes: ["D1"] };
    expect(after({ kind: "remove", access_rules })).toEqual({
      ...RULES,
      allowed_department_codes: [],
      allowed_users: ["2"],
    });
    expect(after({ kind: "remove", access_rules: RULES })).toEqual(CLOSED);
  });

  it("opens and closes, and keeps the entries", () => {
    expect(after({ kind: "open" })).toEqual({ ...RULES, allow_all: true });
    expect(after({ kind: "close" }, { ...RULES, allow_all: true })).toEqual(RULES);
  });

  it.each(RULE_LISTS)("is refused for a document whose %s would be too long", (list) => {
    const full = { ...RULES, [list]: Array.from({ length: RULE_LIST_MAX }, (_, i) => `n${i}`) };
    expect(after({ kind: "add", access_rules: { [list]: ["n0"] } }, full)).toEqual(full);
    expect(after({ kind: "add", access_rules: { [list]: ["one more"] } }, full)).toMatchObject({
      code: "field.too_many_entries",
    });
  });

  it.each([
    [null, "field.not_object"],
    [{ kind: "toggle" }, "field.not_one_of"],
    [{ kind: "add" }, "field.not_object"],
    [{ kind: "replace", access_rules: { allowed_users: ["1"] } }, "access_rules.allow_all_missing"],
    [{ kind: "remove", access_rules: { allowed_users: [""] } }, "field.empty"],
    [{ kind: "remove", access_rules: { users: ["1"] } }, "access_rules.unknown_field"],
  ])("is read strictly: %j", (change, code) => {
    expect(readRuleEdit(change)).toMatchObject({ code });
  });
});
