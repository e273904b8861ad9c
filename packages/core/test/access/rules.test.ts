import { describe, expect, it } from "@jest/globals";
import { EVERYONE, NOBODY, RULE_LIST_MAX, RULE_LISTS, readAccessRules } from "../../src/index.js";

describe("readAccessRules", () => {
  it("makes allow_all true (SPEC 2.3) and lists empty where they are left out", () => {
    expect(readAccessRules({})).toEqual(EVERYONE);
    expect(readAccessRules({ allow_all: true })).toEqual(EVERYONE);
    expect(readAccessRules({ allow_all: false })).toEqual(NOBODY);
    expect(readAccessRules({ allow_all: false, allowed_users: ["1"] })).toEqual({ ...NOBODY, allowed_users: ["1"] });
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
    expect(readAccessRules({ [list]: ["x"] })).toMatch(/but not allow_all; say allow_all: false/);
    expect(readAccessRules({ [list]: [] })).toEqual(EVERYONE);
    expect(readAccessRules({ allow_all: true, [list]: ["x"] })).toEqual({ ...EVERYONE, [list]: ["x"] });
  });

  it.each([null, undefined, "", "*", 1, true, [], [EVERYONE]])("refuses %j, which is no object", (given) => {
    expect(readAccessRules(given)).toBe("access_rules must be an object");
  });

  it.each([null, 0, 1, "false", "true", [], {}])("refuses allow_all: %j", (allow_all) => {
    expect(readAccessRules({ allow_all })).toBe("access_rules.allow_all must be true or false");
  });

  it.each(["allowed_roles", "allowAll", "allow-all", "Allow_all", "allowed_user", "source_path", "", "__proto__"])(
    "refuses the unknown field %j by its name",
    (name) => {
      const given = JSON.parse(`{${JSON.stringify(name)}: true}`);
      expect(readAccessRules(given)).toMatch(`unknown field ${JSON.stringify(name)}`);
    },
  );

  it.each([
    ["a text instead of a list", "D1", " must be an array of texts"],
    ["an object instead of a list", { 0: "D1" }, " must be an array of texts"],
    ["a number", [1], "[0] must be a text"],
    ["null", ["a", null], "[1] must be a text"],
    ["a list in the list", [["a"]], "[0] must be a text"],
    ["nothing", [""], "[0] must not be empty"],
    ["a space before", [" a"], "[0] must not begin or end with white space"],
    ["an ideographic space behind", ["a\u3000"], "[0] must not begin or end with white space"],
    ["a NUL", ["a\0b"], "[0] must not contain control characters or line breaks"],
    ["a line break", ["a\nb"], "[0] must not contain control characters or line breaks"],
    ["half a character", ["\uD842"], "[0] must be well-formed Unicode (it has a lone surrogate)"],
    ["129 characters", ["𠮷".repeat(129)], "[0] must have at most 128 characters"],
  ])("refuses %s, and says where it is", (_, list, problem) => {
    for (const name of RULE_LISTS) {
      expect(readAccessRules({ allow_all: false, [name]: list })).toBe(`access_rules.${name}${problem}`);
    }
  });

  it("takes lists and names up to their limits", () => {
    const longest = ["𠮷".repeat(128)];
    expect(readAccessRules({ allow_all: false, allowed_groups: longest })).toMatchObject({ allowed_groups: longest });
    const many = Array.from({ length: RULE_LIST_MAX }, (_, i) => `${i}`);
    expect(readAccessRules({ allow_all: false, allowed_users: many })).toMatchObject({ allowed_users: many });
    expect(readAccessRules({ allow_all: false, allowed_users: [...many, "x"] })).toMatch(/at most 5000 entries/);
  });
});
