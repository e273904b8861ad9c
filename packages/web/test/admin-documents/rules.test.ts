import { describe, expect, it } from "@jest/globals";
import { appliedEdit, type RuleEdit } from "@retrieval/api/client";
import { type AccessRules, CLOSED, EVERYONE } from "@retrieval/core";
import {
  changedBy,
  countsIn,
  withEntry,
  withoutEntry,
  withoutNames,
} from "../../src/admin/documents/access/rule-edit.js";
import { ruleSummary } from "../../src/admin/documents/access/rule-in-words.js";
import { differenceOf } from "../../src/admin/documents/access/rules.js";
import { messages } from "../../src/admin/documents/messages.js";

const rule = {
  allow_all: false,
  allowed_department_codes: ["D1", "D2"],
  allowed_groups: ["board"],
  allowed_users: ["1", "2", "3"],
};

const document = (document_id: string, access_rules: AccessRules = rule) => ({
  document_id,
  title: document_id,
  rules_version: 1,
  access_rules,
});

describe("A rule in words", () => {
  it.each([
    [EVERYONE, "Everyone", "全員"],
    [{ ...rule, allow_all: true }, "Everyone", "全員"],
    [CLOSED, "Only administrators and developers", "管理者と開発者のみ"],
    [rule, "2 departments, 1 group, 3 users", "2 部署・1 グループ・3 人"],
    [{ ...CLOSED, allowed_users: ["1"] }, "1 user", "1 人"],
  ])("says who may read", (rules, en, ja) => {
    expect(ruleSummary(rules, messages.en.access)).toBe(en);
    expect(ruleSummary(rules, messages.ja.access)).toBe(ja);
  });
});

describe("Two rules", () => {
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
    // The same text in another list is a different entry.
    const [user, group] = [
      { ...CLOSED, allowed_users: ["x"] },
      { ...CLOSED, allowed_groups: ["x"] },
    ];
    expect(differenceOf(user, group)).toMatchObject({ added: [{ value: "x" }], removed: [{ value: "x" }] });
  });
});

describe("An edit", () => {
  const three = { list: "allowed_users", value: "3" } as const;
  const board = { list: "allowed_users", value: "board" } as const;

  it("adds a name once, and removes it only from its own list", () => {
    const added = withEntry(withEntry({}, board), board);
    expect(appliedEdit(rule, added).allowed_users).toEqual(["1", "2", "3", "board"]);
    expect(appliedEdit(rule, withoutEntry(added, board))).toEqual(rule);
    expect(appliedEdit(rule, withoutEntry({}, three))).toEqual({ ...rule, allowed_users: ["1", "2"] });
  });

  it("that takes a name out and in again changes nothing, nor does another order of names", () => {
    const twice = withEntry(withoutEntry({}, three), three);
    expect(changedBy(twice, [document("a")])).toEqual([]);
    const moved: RuleEdit = { replace: { ...rule, allowed_users: ["3", "1", "2"] } };
    expect(changedBy(moved, [document("a")])).toEqual([]);
    expect(changedBy({ allow_all: true }, [document("a"), document("b", EVERYONE)])).toEqual([document("a")]);
  });

  it("takes all names out of many rules, also those that it added itself", () => {
    const others = { ...CLOSED, allowed_groups: ["audit"] };
    const edit = withoutNames(withEntry({ allow_all: false }, board), [rule, others]);
    for (const rules of [rule, others]) expect(appliedEdit(rules, edit)).toEqual(CLOSED);
    const narrowed = withEntry(edit, three);
    expect(appliedEdit(others, narrowed)).toEqual({ ...CLOSED, allowed_users: ["3"] });
  });

  it("of many rules counts how many have a name, the added ones last", () => {
    const edit = withEntry({}, { list: "allowed_users", value: "1" });
    const rules = [rule, { ...CLOSED, allowed_users: ["2"] }].map((rules) => appliedEdit(rules, edit));
    expect([...countsIn(rules, "allowed_users", edit)]).toEqual([
      ["2", 2],
      ["3", 1],
      ["1", 2],
    ]);
  });
});
