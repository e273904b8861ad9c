import { describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE, isSameRule, RULE_LISTS, readAccessRules } from "../../src/access/rules.js";
import { RULE_LIST_MAX } from "../../src/limits.js";

describe("readAccessRules", () => {
  it("makes allow_all true (SPEC 2.3) and lists empty if they are left out", () => {
    expect(readAccessRules({})).toEqual(EVERYONE);
    expect(readAccessRules({ allow_all: true })).toEqual(EVERYONE);
    expect(readAccessRules({ allow_all: false })).toEqual(CLOSED);
    expect(readAccessRules({ allow_all: false, allowed_users: ["1"] })).toEqual({ ...CLOSED, allowed_users: ["1"] });
  });

  it("keeps lists as they are given, in their order, without repetitions", () => {
    const given = {
      allow_all: false,
      allowed_department_codes: ["b", "a", "b"],
      allowed_groups: ["役員", "Ａ", "A"],
      allowed_users: ["0012", "12"],
    };
    expect(readAccessRules(given)).toEqual({ ...given, allowed_department_codes: ["b", "a"] });
  });

  it.each(RULE_LISTS)("refuses a rule that names %s and forgets allow_all, rather than open it to everyone", (list) => {
    expect(readAccessRules({ [list]: ["x"] })).toEqual({ code: "access_rules.allow_all_missing" });
    expect(readAccessRules({ [list]: [] })).toEqual(EVERYONE);
    expect(readAccessRules({ allow_all: true, [list]: ["x"] })).toEqual({ ...EVERYONE, [list]: ["x"] });
  });

  it.each([null, undefined, "", "*", 1, true, [], [EVERYONE]])("refuses %j, which is not an object", (given) => {
    expect(readAccessRules(given)).toEqual({ code: "field.not_object", field: "access_rules" });
  });

  it.each([null, 0, 1, "false", "true", [], {}])("refuses allow_all: %j", (allow_all) => {
    expect(readAccessRules({ allow_all })).toEqual({
      code: "field.not_boolean",
      field: "access_rules.allow_all",
    });
  });

  it.each(["allowed_roles", "allowAll", "allow-all", "Allow_all", "allowed_user", "source_path", "", "__proto__"])(
    "refuses the unknown field %j by its name",
    (name) => {
      const given = JSON.parse(`{${JSON.stringify(name)}: true}`);
      expect(readAccessRules(given)).toEqual({
        code: "access_rules.unknown_field",
        name,
        known: ["allow_all", "allowed_department_codes", "allowed_groups", "allowed_users"],
      });
    },
  );

  it.each([
    ["a text instead of a list", "D1", "", "field.not_texts"],
    ["an object instead of a list", { 0: "D1" }, "", "field.not_texts"],
    ["a number", [1], "[0]", "field.not_text"],
    ["null", ["a", null], "[1]", "field.not_text"],
    ["a list in the list", [["a"]], "[0]", "field.not_text"],
    ["nothing", [""], "[0]", "field.empty"],
    ["a space before", [" a"], "[0]", "field.edge_space"],
    ["an ideographic space behind", ["a\u3000"], "[0]", "field.edge_space"],
    ["a NUL", ["a\0b"], "[0]", "field.control_character"],
    ["a line break", ["a\nb"], "[0]", "field.control_character"],
    ["half a character", ["\uD842"], "[0]", "field.ill_formed"],
    ["129 characters", ["𠮷".repeat(129)], "[0]", "field.too_long"],
  ])("refuses %s, and says where it is", (_, list, at, code) => {
    for (const name of RULE_LISTS) {
      const field = `access_rules.${name}${at}`;
      expect(readAccessRules({ allow_all: false, [name]: list })).toMatchObject({ code, field });
    }
  });

  it("takes lists and names up to their limits", () => {
    const longest = ["𠮷".repeat(128)];
    expect(readAccessRules({ allow_all: false, allowed_groups: longest })).toMatchObject({ allowed_groups: longest });
    const many = Array.from({ length: RULE_LIST_MAX }, (_, i) => `${i}`);
    expect(readAccessRules({ allow_all: false, allowed_users: many })).toMatchObject({ allowed_users: many });
    expect(readAccessRules({ allow_all: false, allowed_users: [...many, "x"] })).toEqual({
      code: "field.too_many_entries",
      field: "access_rules.allowed_users",
      max: 5000,
    });
  });
});

it.each(RULE_LISTS)("a rule is the same with %s in the same order only", (list) => {
  const rule = { ...CLOSED, [list]: ["a", "b"] };
  expect(isSameRule(rule, { ...CLOSED, [list]: ["a", "b"] })).toBe(true);
  for (const other of [["b", "a"], ["a"], ["a", "b", "c"], ["a", "c"], []]) {
    expect([other, isSameRule(rule, { ...CLOSED, [list]: other })]).toEqual([other, false]);
    expect([other, isSameRule({ ...CLOSED, [list]: other }, rule)]).toEqual([other, false]);
  }
  expect(isSameRule(rule, { ...rule, allow_all: true })).toBe(false);
});
