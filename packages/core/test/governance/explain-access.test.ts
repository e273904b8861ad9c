import { describe, expect, test } from "@jest/globals";
import type { Role } from "../../src/access/role.js";
import { type AccessRules, CLOSED } from "../../src/access/rules.js";
import { explainDecision } from "../../src/governance/explain-access.js";
import type { User } from "../../src/users/user.js";
import { NEW_USER } from "../../src/users/user-fields.js";

const accountant: User = {
  ...NEW_USER,
  user_id: "002358",
  display_name: "山﨑 拓也",
  department: "経理部",
  department_code: "D1040",
  department_code_given: true,
  permission_groups: ["closing", "works-council"],
};
const rule = (lists: Partial<AccessRules>): AccessRules => ({ ...CLOSED, ...lists });

describe("the explanation of an access decision", () => {
  test("names the entries of the rule that allow access, and no other entry", () => {
    const rules = rule({ allowed_department_codes: ["D1010", "D1040"], allowed_groups: ["closing", "managers"] });
    expect(explainDecision(accountant, rules)).toEqual({
      allowed: true,
      reasons: [
        { by: "department", value: "D1040" },
        { by: "group", value: "closing" },
      ],
      would_allow: [],
      user_active: true,
    });
  });

  test("names every entry of the rule for a user without access, and no fact about the user", () => {
    const rules = rule({
      allowed_department_codes: ["D1010"],
      allowed_groups: ["managers"],
      allowed_users: ["001234"],
    });
    const explanation = explainDecision(accountant, rules);
    expect(explanation).toEqual({
      allowed: false,
      reasons: [],
      would_allow: [
        { by: "department", value: "D1010" },
        { by: "group", value: "managers" },
        { by: "user", value: "001234" },
      ],
      user_active: true,
    });
    for (const own of ["D1040", "経理部", "closing", "works-council"]) {
      expect(JSON.stringify(explanation)).not.toContain(own);
    }
  });

  test("no entry of a closed rule would allow access", () => {
    expect(explainDecision(accountant, CLOSED)).toEqual({
      allowed: false,
      reasons: [],
      would_allow: [],
      user_active: true,
    });
  });

  test.each<Role>(["admin", "developer"])("%s sees everything by role", (role) => {
    const { allowed, reasons } = explainDecision({ ...accountant, role }, CLOSED);
    expect({ allowed, reasons }).toEqual({ allowed: true, reasons: [{ by: "role", value: role }] });
  });

  test("a deactivated user is not allowed, and the reasons stay visible", () => {
    const inactive = { ...accountant, is_active: false };
    expect(explainDecision(inactive, rule({ allowed_users: ["002358"] }))).toEqual({
      allowed: false,
      reasons: [{ by: "user", value: "002358" }],
      would_allow: [],
      user_active: false,
    });
    expect(explainDecision(inactive, rule({ allowed_users: ["001234"] }))).toEqual({
      allowed: false,
      reasons: [],
      would_allow: [{ by: "user", value: "001234" }],
      user_active: false,
    });
  });
});
