import { describe, expect, it } from "@jest/globals";
import { audienceOf, principalsOf, type Reader, readerFilter, readerOf } from "../../src/access/audience.js";
import { decideAccess } from "../../src/access/decision.js";
import { type AccessRules, CLOSED, EVERYONE } from "../../src/access/rules.js";

const reader = (facts: Partial<Reader> = {}): Reader => ({
  user_id: "100001",
  role: "user",
  department_code: null,
  permission_groups: [],
  ...facts,
});
const rule = (fields: Partial<AccessRules> = {}): AccessRules => ({ ...CLOSED, ...fields });

it("a null reader, which TypeScript refuses, is a clear error", () => {
  expect(() => decideAccess(null as unknown as Reader, EVERYONE)).toThrow("decideAccess needs a reader");
});

/** SPEC 5.7: a reader, a rule, and the reasons for which the reader is let in. */
const TABLE: [string, Partial<Reader>, Partial<AccessRules>, string[]][] = [
  ["an admin sees a closed document", { role: "admin" }, {}, ["role admin"]],
  ["a developer sees a closed document", { role: "developer" }, {}, ["role developer"]],
  ["a user does not", {}, {}, []],
  ["allow_all lets everybody in", {}, { allow_all: true }, ["allow_all *"]],
  ["the department", { department_code: "D1" }, { allowed_department_codes: ["D0", "D1"] }, ["department D1"]],
  ["another department", { department_code: "D2" }, { allowed_department_codes: ["D0", "D1"] }, []],
  ["no department", { department_code: null }, { allowed_department_codes: ["null", ""] }, []],
  ["a group", { permission_groups: ["a", "b"] }, { allowed_groups: ["b", "c"] }, ["group b"]],
  ["several groups", { permission_groups: ["c", "a", "b"] }, { allowed_groups: ["b", "c"] }, ["group c", "group b"]],
  ["a group twice on both sides", { permission_groups: ["a", "a"] }, { allowed_groups: ["a", "a"] }, ["group a"]],
  ["another group", { permission_groups: ["a"] }, { allowed_groups: ["b"] }, []],
  ["no group", { permission_groups: [] }, { allowed_groups: ["a"] }, []],
  ["the user", { user_id: "7" }, { allowed_users: ["6", "7"] }, ["user 7"]],
  ["another user", { user_id: "8" }, { allowed_users: ["6", "7"] }, []],
  [
    "all reasons at once, in the order of the spec",
    { role: "admin", department_code: "x", permission_groups: ["x"], user_id: "x" },
    { allow_all: true, allowed_department_codes: ["x"], allowed_groups: ["x"], allowed_users: ["x"] },
    ["role admin", "allow_all *", "department x", "group x", "user x"],
  ],
];

/** Pairs of names that are not the same, though a careless comparison would say so. */
const NOT_THE_SAME: [string, string][] = [
  ["D1", "d1"],
  ["D1", "Ｄ１"],
  ["D1", "D1 "],
  ["D1", "D10"],
  ["0012", "12"],
  ["が", "か\u3099"],
  ["\uFA19", "神"],
  ["𠮷", "吉"],
  ["*", "D1"],
  ["", "null"],
];

describe("decideAccess", () => {
  it.each(TABLE)("%s", (_, facts, fields, reasons) => {
    const decision = decideAccess(reader(facts), rule(fields));
    expect(decision.reasons.map(({ by, value }) => `${by} ${value}`)).toEqual(reasons);
    expect(decision.allowed).toBe(reasons.length > 0);
  });

  it.each(NOT_THE_SAME)("takes %j and %j for different names", (a, b) => {
    const all = (name: string) =>
      rule({ allowed_department_codes: [name], allowed_groups: [name], allowed_users: [name] });
    const bearer = (name: string) => reader({ department_code: name, permission_groups: [name], user_id: name });
    expect(decideAccess(bearer(a), all(b)).allowed).toBe(false);
    expect(decideAccess(bearer(b), all(a)).allowed).toBe(false);
    expect(decideAccess(bearer(a), all(a)).reasons).toHaveLength(3);
  });

  it("never lets a name of one kind pass for another kind", () => {
    const kinds = ["department", "group", "user"] as const;
    const who = (i: number, name: string) =>
      reader({
        user_id: kinds[i] === "user" ? name : "-",
        department_code: kinds[i] === "department" ? name : null,
        permission_groups: kinds[i] === "group" ? [name] : [],
      });
    const what = (i: number, name: string) =>
      rule({
        allowed_department_codes: kinds[i] === "department" ? [name] : [],
        allowed_groups: kinds[i] === "group" ? [name] : [],
        allowed_users: kinds[i] === "user" ? [name] : [],
      });
    for (const name of ["x", "*", "d:x", "g:x", "u:x"]) {
      for (const mine of kinds.keys()) {
        for (const theirs of kinds.keys()) {
          expect(decideAccess(who(mine, name), what(theirs, name)).allowed).toBe(mine === theirs);
        }
      }
    }
  });
});

describe("audience and principals", () => {
  const meet = (facts: Reader, rules: AccessRules) => {
    const { unrestricted, principals } = readerFilter(facts);
    return unrestricted || audienceOf(rules).some((token) => principals.includes(token));
  };

  it.each(TABLE)("meet exactly where the decision is yes: %s", (_, facts, fields, reasons) => {
    expect(meet(reader(facts), rule(fields))).toBe(reasons.length > 0);
  });

  it("are written in one alphabet, without repetitions", () => {
    const names = { allowed_department_codes: ["x", "x"], allowed_groups: ["x", "y"], allowed_users: ["x"] };
    expect(audienceOf({ allow_all: true, ...names })).toEqual(["*", "d:x", "g:x", "g:y", "u:x"]);
    expect(principalsOf(reader({ user_id: "x", department_code: "x", permission_groups: ["x", "y", "x"] }))).toEqual([
      "*",
      "d:x",
      "g:x",
      "g:y",
      "u:x",
    ]);
  });

  it("of a closed rule are empty, and of an open rule the one token that every reader has", () => {
    expect(audienceOf(CLOSED)).toEqual([]);
    expect(audienceOf(EVERYONE)).toEqual(["*"]);
    expect(principalsOf(reader({ user_id: "1" }))).toEqual(["*", "u:1"]);
  });

  it("are no condition for admin and developer only", () => {
    const unrestricted = (["admin", "developer", "user"] as const).map(
      (role) => readerFilter(reader({ role })).unrestricted,
    );
    expect(unrestricted).toEqual([true, true, false]);
  });
});

it("only the fields of a user record that decide access make its reader", () => {
  const reader: Reader = { user_id: "1", role: "user", department_code: "D1", permission_groups: ["board"] };
  expect(readerOf({ ...reader, display_name: "Suzuki", is_active: true } as Reader)).toEqual(reader);
});
