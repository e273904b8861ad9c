/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type AccessRules, CLOSED, EVERYONE, explainDecision } from "@retrieval/core";
import type { User } from "@retrieval/core/users";
import { cleanup, screen } from "@testing-library/react";
import { ExplainPart } from "../../src/admin/documents/explain/explain-part.js";
import { shownReasons } from "../../src/admin/documents/explain/explanation.js";
import { showSignedIn } from "../admin-users/signed-in.js";

afterEach(cleanup);

const HANAKO = {
  user_id: "100001",
  display_name: "佐藤 花子",
  role: "user",
  department: "経理部",
  department_code: "D100",
  permission_groups: ["readers", "secret-project"],
  is_active: true,
} as unknown as User;
const INACTIVE = { ...HANAKO, is_active: false };
const DEVELOPER = { ...HANAKO, role: "developer" } as User;

const shown = (rules: AccessRules, user = HANAKO) => {
  const { title, reasons } = shownReasons(explainDecision(user, rules));
  return `${title}: ${reasons.map(({ by, value }) => `${by} ${value}`.trim()).join(", ")}`;
};

describe("The explanation of a user's access", () => {
  it.each([
    [EVERYONE, HANAKO, "why: allow_all *"],
    [{ ...CLOSED, allowed_department_codes: ["D100"] }, HANAKO, "why: department D100"],
    [{ ...CLOSED, allowed_groups: ["readers"], allowed_users: ["100001"] }, HANAKO, "why: group readers, user 100001"],
    [{ ...EVERYONE, allowed_groups: ["readers"] }, DEVELOPER, "why: role developer, allow_all *, group readers"],
    [EVERYONE, INACTIVE, "ifActive: allow_all *"],
    [CLOSED, HANAKO, "enough: user"],
    [CLOSED, INACTIVE, "enough: user"],
    [
      { ...CLOSED, allowed_department_codes: ["D7"], allowed_groups: ["board"], allowed_users: ["9"] },
      HANAKO,
      "enough: user, department D7, group board",
    ],
  ])("is every reason, or what would be enough: %j", (rules, user, said) => {
    expect(shown(rules, user)).toBe(said);
  });

  it("never names departments or groups of the user that the rule does not name", () => {
    for (const user of [HANAKO, INACTIVE])
      for (const rules of [EVERYONE, CLOSED, { ...CLOSED, allowed_groups: ["readers", "board"] }])
        expect(shown(rules, user)).not.toMatch(/secret-project|D100/);
  });

  it.each([
    ["en", CLOSED, ["佐藤 花子 (100001) cannot read this document.", "The rule names no user", "named as a user"]],
    [
      "ja",
      { ...CLOSED, allowed_department_codes: ["D100"] },
      ["佐藤 花子（100001）さんは、この文書を閲覧できます。", "部署 D100 経理部"],
    ],
  ] as const)("is on the page in words: %s", async (language, rules, sentences) => {
    const answers: Readonly<Record<string, unknown>> = {
      "/api/manage/documents/rules/access": explainDecision(HANAKO, rules),
      "/api/manage/users/100001": HANAKO,
      "/api/manage/departments": { items: [{ code: "D100", name: "経理部" }], next_cursor: null },
    };
    const address = "/admin/documents/rules/explain?user_id=100001";
    showSignedIn(<ExplainPart document_id="rules" />, address, ({ path }) => ({ body: answers[path] }), language);
    await screen.findByText(sentences.at(-1) as string);
    const isolates = /[\u2066-\u2069]/g;
    for (const sentence of sentences) expect(document.body.textContent?.replaceAll(isolates, "")).toContain(sentence);
  });
});
