/** @jest-environment jsdom */
import { afterEach, describe, it } from "@jest/globals";
import { type AccessRules, CLOSED } from "@retrieval/core";
import { cleanup, screen } from "@testing-library/react";
import { PublicationReaders } from "../../src/admin/documents/publication-readers.js";
import { answer, answering, refusal, show } from "./service.js";

afterEach(cleanup);

const USERS = [
  { user_id: "100001", display_name: "佐藤 花子", is_active: true },
  { user_id: "100002", display_name: "鈴木 一郎", is_active: false },
];

function ask(access_rules: AccessRules, language: "en" | "ja" = "en") {
  const service = answering({
    "GET /api/manage/departments": () =>
      answer({
        items: [
          { code: "D100", name: "経理部" },
          { code: "D200", name: "人事部" },
        ],
      }),
    ...Object.fromEntries(USERS.map((user) => [`GET /api/manage/users/${user.user_id}`, () => answer(user)])),
    "GET /api/manage/users/5": () => refusal(404, "USER_NOT_FOUND", "No such user."),
  });
  const preview = { access_rules, readers: { now: 0, after: 3 } };
  show(<PublicationReaders preview={preview} when="atOnce" />, service, language);
}

/** A paragraph's whole text, once names have arrived. */
const reads = (whole: string) =>
  screen.findByText((_, element) => element?.tagName === "P" && element.textContent === whole);

describe("Who will be able to read a version", () => {
  const three = {
    ...CLOSED,
    allowed_department_codes: ["D100", "D200"],
    allowed_groups: ["board"],
    allowed_users: ["100001", "100002"],
  };

  it("names departments, groups and users", async () => {
    ask(three);
    await reads(
      "Access rule: departments D100 経理部, D200 人事部; group board; users 100001 佐藤 花子, 100002 鈴木 一郎 (deactivated).",
    );
    screen.getByText("Apart from administrators and developers, no user can read it today.");
  });

  it("names them in Japanese", async () => {
    ask(three, "ja");
    await reads(
      "アクセスルール：部署 D100 経理部、D200 人事部 ／ グループ board ／ ユーザー 100001 佐藤 花子、100002 鈴木 一郎 (無効)。",
    );
    screen.getByText("管理者と開発者を除き、現在閲覧できるユーザーはいません。");
  });

  it("marks unknown departments and users", async () => {
    ask({ ...CLOSED, allowed_department_codes: ["D999"], allowed_users: ["5"] });
    await reads("Access rule: department D999 (not in the department master); user 5 (not registered).");
  });

  it.each([
    ["en", "Access rule: groups g01, g02, g03, g04, g05 and 12 more."],
    ["ja", "アクセスルール：グループ g01、g02、g03、g04、g05、ほか 12 件。"],
  ] as const)("counts what comes after the first few: %s", async (language, whole) => {
    const allowed_groups = Array.from({ length: 17 }, (_, i) => `g${String(i + 1).padStart(2, "0")}`);
    ask({ ...CLOSED, allowed_groups }, language);
    await reads(whole);
  });

  it("keeps a name's direction out of the sentence", async () => {
    ask({ ...CLOSED, allowed_groups: ["\u202Edraob"] });
    await reads("Access rule: group \u2068draob\u2069.");
  });
});
