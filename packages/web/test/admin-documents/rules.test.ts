import { describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { messages } from "../../src/admin/documents/messages.js";
import { accessInWords } from "../../src/admin/documents/rules/access-in-words.js";
import {
  combined,
  differenceOf,
  markedEntries,
  sameRules,
  withEntry,
  withoutEntry,
} from "../../src/admin/documents/rules/rules.js";
import { warningInWords } from "../../src/admin/documents/rules/warning-in-words.js";

const rule = {
  allow_all: false,
  allowed_department_codes: ["D1", "D2"],
  allowed_groups: ["board"],
  allowed_users: ["1", "2", "3"],
};

describe("A rule in words", () => {
  it.each([
    [EVERYONE, "Everyone", "全員"],
    [{ ...rule, allow_all: true }, "Everyone", "全員"],
    [CLOSED, "Only administrators and developers", "管理者と開発者のみ"],
    [rule, "2 departments, 1 group, 3 users", "2 部署・1 グループ・3 人"],
    [{ ...CLOSED, allowed_users: ["1"] }, "1 user", "1 人"],
  ])("says who may read", (rules, en, ja) => {
    expect(accessInWords(rules, messages.en.access)).toBe(en);
    expect(accessInWords(rules, messages.ja.access)).toBe(ja);
  });
});

describe("Two rules", () => {
  it("are equal regardless of the order of their lists", () => {
    const turned = { ...rule, allowed_users: ["3", "1", "2"] };
    expect(sameRules(rule, turned)).toBe(true);
    expect(sameRules(rule, { ...rule, allow_all: true })).toBe(false);
    expect(sameRules(rule, { ...rule, allowed_users: ["1", "2"] })).toBe(false);
    // The same text in another list is a different entry.
    expect(sameRules({ ...CLOSED, allowed_users: ["x"] }, { ...CLOSED, allowed_groups: ["x"] })).toBe(false);
  });

  it("differ by what one adds and removes", () => {
    const after = { ...rule, allow_all: true, allowed_department_codes: ["D2", "D3"], allowed_groups: [] };
    expect(differenceOf(rule, after)).toEqual({
      allow_all: true,
      added: [{ list: "allowed_department_codes", value: "D3" }],
      removed: [
        { list: "allowed_department_codes", value: "D1" },
        { list: "allowed_groups", value: "board" },
      ],
    });
    expect(differenceOf(rule, rule)).toEqual({ allow_all: null, added: [], removed: [] });
  });

  it("are shown side by side, differences first", () => {
    const mine = { ...CLOSED, allowed_groups: ["board", "audit"] };
    const base = { ...CLOSED, allowed_groups: ["board"], allowed_users: ["1"] };
    expect(markedEntries(base, mine)).toEqual([
      { list: "allowed_groups", value: "audit", mark: "added" },
      { list: "allowed_users", value: "1", mark: "removed" },
      { list: "allowed_groups", value: "board", mark: null },
    ]);
  });

  it("combined keep what either added, and drop what either removed", () => {
    const base = { ...CLOSED, allowed_groups: ["board"], allowed_users: ["1", "2"] };
    const theirs = { ...CLOSED, allowed_groups: ["board", "audit"], allowed_users: ["1"] };
    const mine = { ...CLOSED, allowed_department_codes: ["D100"], allowed_users: ["1", "2", "3"] };
    expect(combined(base, theirs, mine)).toEqual({
      ...CLOSED,
      allowed_department_codes: ["D100"],
      allowed_groups: ["audit"],
      allowed_users: ["1", "3"],
    });
  });

  it.each([
    [false, true, false, true],
    [false, false, true, true],
    [true, false, true, false],
    [true, true, false, false],
  ])(
    "combined are open to everyone if the one change of that says so: from %j, theirs %j and mine %j make %j",
    (...given) => {
      const [base, theirs, mine, both] = given.map((allow_all) => ({ ...CLOSED, allow_all }));
      expect(combined(base as typeof CLOSED, theirs as typeof CLOSED, mine as typeof CLOSED)).toEqual(both);
    },
  );
});

describe("An entry", () => {
  it("is added once, and removed only from its own list", () => {
    const entry = { list: "allowed_users", value: "board" } as const;
    const added = withEntry(withEntry(rule, entry), entry);
    expect(added.allowed_users).toEqual(["1", "2", "3", "board"]);
    expect(withoutEntry(added, entry)).toEqual(rule);
  });
});

describe("A warning of the service", () => {
  const words = {
    allowed_department_codes: (name: string) => `department ${name}`,
    allowed_groups: (name: string) => `group ${name}`,
    allowed_users: (name: string) => `user ${name}`,
  };

  it("is shown in the page's words", () => {
    const problem = { code: "access_rules.unknown_name", list: "allowed_groups", name: 'a "b" c' } as const;
    expect(warningInWords({ message: "", problem }, words)).toBe('group a "b" c');
  });

  it("with an unknown code is shown as it is", () => {
    const message = "the document has 3 tables";
    expect(warningInWords({ message, problem: { code: "legacy", text: message } }, words)).toBe(message);
  });
});
