import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { callAs, startTestService, type TestService } from "../harness.js";

const JAPANESE = { "Accept-Language": "ja" };

describe("the language of an answer", () => {
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    t = await startTestService();
    admin = await t.signedIn("000001", { role: "admin" });
  });
  afterAll(() => t.close());

  const noSuchUser = (headers: object) => callAs(t, admin, "get", "/api/manage/users/nobody", undefined, headers);

  it.each([
    ["ja", "ja", "このユーザーは登録されていません。"],
    ["ja-JP, en;q=0.5", "ja", "このユーザーは登録されていません。"],
    ["fr, ja;q=0.2, en;q=0.8", "en", "No such user."],
    ["en", "en", "No such user."],
    ["fr", "en", "No such user."],
    ["", "en", "No such user."],
    ["*", "en", "No such user."],
  ])("is the best that the client accepts: %j is answered in %s", async (accepted, language, message) => {
    const { status, body, headers } = await noSuchUser({ "Accept-Language": accepted });
    expect(status).toBe(404);
    expect(body.error).toEqual({ code: "USER_NOT_FOUND", message, problems: [{ code: "user.unknown" }] });
    expect(headers["content-language"]).toBe(language);
    expect(headers.vary).toContain("Accept-Language");
  });

  it("is English if the client names none", async () => {
    const { body, headers } = await noSuchUser({});
    expect(body.error.message).toBe("No such user.");
    expect(headers["content-language"]).toBe("en");
    expect(headers.vary).toContain("Accept-Language");
  });

  it("is the client's for refusals before an operation begins", async () => {
    const refused = async (path: string, headers: object = JAPANESE) =>
      (await callAs(t, admin, "get", path, undefined, headers)).body.error;
    expect(await refused("/api/manage/users?limit=0")).toEqual({
      code: "INVALID_REQUEST",
      message: "limit は 1 以上にしてください。",
      problems: [{ code: "field.too_small", field: "limit", min: 1 }],
    });
    expect(await refused("/api/manage/users?limt=1")).toMatchObject({
      message: expect.stringMatching(/^クエリに不明なパラメーター「limt」があります。/),
      problems: [{ code: "query.unknown_parameter", name: "limt" }],
    });
    expect(await refused("/api/nothing")).toMatchObject({ message: "このアドレスには何もありません。" });
    expect(await refused("/api/session", { ...JAPANESE, Authorization: "" })).toMatchObject({
      code: "UNAUTHORIZED",
      problems: [{ code: "token.missing" }],
    });
  });

  it("is the client's for sentences inside an answer too, with the same data beside them", async () => {
    const users = [
      { user_id: "000007", display_name: "  ", permission_groups: ["a", ""] },
      { user_id: "000007", display_name: "二人目" },
      { user_id: "000008", display_name: "三人目", department: "無い部署" },
    ];
    const send = (headers: object) =>
      callAs(t, admin, "post", "/api/manage/users/bulk", { users, update_existing: true }, headers);
    const [english, japanese] = [await send({}), await send(JAPANESE)];
    const errors = [
      [
        { code: "field.edge_space", field: "display_name" },
        { code: "field.empty", field: "permission_groups[1]" },
      ],
      [{ code: "user_id.duplicate", first_index: 0 }],
    ];
    const warning = { index: 2, user_id: "000008", problem: { code: "department.unmatched", why: "unknown" } };
    const entries = (...sentences: string[]) =>
      sentences.map((error, index) => ({ index, user_id: "000007", error, problems: errors[index] }));
    expect(english.body).toMatchObject({
      errors: entries(
        "display_name must not begin or end with white space; permission_groups[1] must not be empty",
        "duplicate of entry 0",
      ),
      warnings: [
        {
          ...warning,
          warning: "the department is unknown in the department master, so the user has no department code",
        },
      ],
    });
    expect(english.headers["content-language"]).toBe("en");
    expect(japanese.body).toMatchObject({
      errors: entries(
        "氏名（display_name）の前後の空白を取り除いてください。グループ（permission_groups[1]）が空です",
        "同じ社員番号が、この要求の 0 番目（先頭は 0）にあります",
      ),
      warnings: [{ ...warning, warning: "部署が部署マスターにないため、部署コードを設定できません" }],
    });
    expect(japanese.headers["content-language"]).toBe("ja");
    expect(japanese.headers.vary).toContain("Accept-Language");
  });

  it("is chosen for each request that reads an import, because the import stores data", async () => {
    const csv = "社員番号,氏名\r\n000009,\r\n９９,全角\r\n";
    const check = (language: Record<string, string>) =>
      callAs(t, admin, "post", "/api/manage/imports?dry_run=true", csv, { "Content-Type": "text/csv", ...language });
    const checked = await check(JAPANESE);
    expect(checked.body).toMatchObject({
      refused: [
        {
          line: 2,
          user_id: "000009",
          reason: "氏名が空です",
          problems: [{ code: "line.empty_cell", field: "display_name" }],
        },
      ],
      warnings: [
        {
          line: 3,
          warning: "９９ に全角数字があります。99 とは別のユーザーとして扱われます",
          problem: { code: "user_id.full_width", user_id: "９９", half_width: "99" },
        },
      ],
    });
    expect((await check({})).body).toMatchObject({
      refused: [{ line: 2, reason: "the name is empty" }],
      warnings: [{ line: 3, warning: expect.stringContaining("has full-width digits") }],
    });
  });

  it("is chosen for each request that reads a job, which stores data too", async () => {
    const path = "/api/manage/documents/worded?wait=true";
    const send = (file: string) =>
      callAs(t, admin, "put", path, file, { "Content-Type": "text/markdown", ...JAPANESE });
    const refused = await send(" \n");
    expect(refused.headers).toMatchObject({
      "content-language": "ja",
      vary: expect.stringContaining("Accept-Language"),
    });
    expect(refused.body).toMatchObject({
      error: expect.stringMatching(/^ファイルに文字がありません。.+。$/),
      problems: [{ code: "file.empty" }],
    });
    const read = await callAs(t, admin, "get", `/api/manage/jobs/${refused.body.job_id}`);
    expect(read.body.error).toMatch(/^The file has no text/);
    expect(read.headers["content-language"]).toBe("en");
    expect((await send("~~5日~~ 6日\n")).body.warnings).toEqual([
      { message: expect.stringMatching(/^取り消し線/), problem: { code: "text.struck_out" } },
    ]);
  });

  it("is not set on answers without sentences", async () => {
    const { headers } = await callAs(t, admin, "get", "/api/manage/users", undefined, JAPANESE);
    expect(headers).not.toHaveProperty("content-language");
  });
});
