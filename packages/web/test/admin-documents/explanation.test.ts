import { describe, expect, it } from "@jest/globals";
import { type AccessRules, CLOSED, EVERYONE, explainDecision } from "@retrieval/core";
import type { User } from "@retrieval/core/users";
import { enoughInWords, explanationInWords } from "../../src/admin/documents/explain/explanation.js";
import { messages } from "../../src/admin/documents/explain/messages.js";

const HANAKO = {
  user_id: "100001",
  display_name: "佐藤 花子",
  role: "user",
  department: "経理部",
  department_code: "D100",
  permission_groups: ["readers", "secret-project"],
  is_active: true,
} as unknown as User;
const named = { who: "佐藤 花子 (100001)", department: (code: string) => (code === "D100" ? "D100 Accounting" : code) };

const said = (user: User, rules: AccessRules, words = messages.en.words) =>
  explanationInWords(explainDecision(user, rules), words, named);

describe("Why a user can read", () => {
  it.each([
    [EVERYONE, "because everyone may read it."],
    [{ ...CLOSED, allowed_department_codes: ["D100"] }, "because its rule names the department D100 Accounting."],
    [{ ...CLOSED, allowed_groups: ["readers"] }, "because its rule names the group readers."],
    [{ ...CLOSED, allowed_users: ["100001"] }, "because its rule names this user."],
    [
      { ...CLOSED, allowed_department_codes: ["D100"], allowed_users: ["100001"] },
      "because its rule names the department D100 Accounting and this user.",
    ],
  ])("is one sentence with every reason", (rules, why) => {
    expect(said(HANAKO, rules)).toBe(`佐藤 花子 (100001) can read this document, ${why}`);
  });

  it.each([
    ["admin", "administrators can read everything"],
    ["developer", "developers can read everything"],
  ] as const)("says the role %s", (role, why) => {
    expect(said({ ...HANAKO, role }, CLOSED)).toBe(`佐藤 花子 (100001) can read this document, because ${why}.`);
  });

  it("joins other reasons with the rule's entries", () => {
    const rules = { ...EVERYONE, allowed_groups: ["readers"] };
    expect(said({ ...HANAKO, role: "admin" }, rules)).toBe(
      "佐藤 花子 (100001) can read this document, because administrators can read everything, and everyone may read it, and its rule names the group readers.",
    );
  });

  it("is available in Japanese", () => {
    expect(said(HANAKO, { ...CLOSED, allowed_department_codes: ["D100"] }, messages.ja.words)).toBe(
      "佐藤 花子 (100001)さんは、部署「D100 Accounting」がアクセスルールに指定されているため、この文書を閲覧できます。",
    );
  });
});

describe("Why a user cannot read", () => {
  it("is that the rule does not name them", () => {
    expect(said(HANAKO, { ...CLOSED, allowed_groups: ["board"] })).toBe(
      "佐藤 花子 (100001) cannot read this document: its rule names neither their department, nor one of their groups, nor themselves.",
    );
  });

  it("is that the rule names no user", () => {
    expect(said(HANAKO, CLOSED)).toMatch(/names no user/);
  });

  it("is that they are deactivated, and any other obstacle", () => {
    const gone = { ...HANAKO, is_active: false };
    expect(said(gone, EVERYONE)).toBe(
      "佐藤 花子 (100001) cannot read this document, because the account is deactivated; otherwise it could be read, because everyone may read it.",
    );
    expect(said(gone, CLOSED)).toMatch(/deactivated; otherwise the rule would not allow access either/);
  });
});

describe("What would be enough", () => {
  const enough = (rules: AccessRules, user = HANAKO) =>
    enoughInWords(explainDecision(user, rules), messages.en.words, named);

  it("is a match of any entry of the rule, or an entry for the user", () => {
    const rules = { ...CLOSED, allowed_department_codes: ["D7"], allowed_groups: ["board"], allowed_users: ["9", "8"] };
    expect(enough(rules)).toEqual([
      "Being named in the rule by employee number",
      "Belonging to the department D7",
      "Being in the group board",
    ]);
  });

  it("is empty for a user who has access", () => {
    expect(enough(EVERYONE)).toEqual([]);
    expect(enough(EVERYONE, { ...HANAKO, is_active: false })).toEqual([]);
  });
});

describe("A sentence about a user", () => {
  it("never names departments or groups that the rule does not name", () => {
    for (const words of [messages.en.words, messages.ja.words])
      for (const is_active of [true, false])
        for (const rules of [EVERYONE, CLOSED, { ...CLOSED, allowed_groups: ["readers", "board"] }]) {
          const answer = explainDecision({ ...HANAKO, is_active }, rules);
          const text = [explanationInWords(answer, words, named), ...enoughInWords(answer, words, named)].join();
          expect(text).not.toMatch(/secret-project|D100|経理部/);
        }
  });
});
