import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { errorBody, startTestService, type TestService } from "../harness.js";

let service: TestService;
let admin: string;

beforeAll(async () => {
  service = await startTestService();
  admin = await service.signedIn("900001", { role: "admin" });
  await service.signedIn("001234", { department_code: "D1020", permission_groups: ["managers"] });
  await service
    .http()
    .put("/api/manage/documents/board-minutes?wait=true")
    .auth(admin, { type: "bearer" })
    .send({
      title: "取締役会議事録",
      access_rules: { allow_all: false, allowed_groups: ["managers"], allowed_users: ["000777"] },
      chunks: [{ text_type: "paragraph", content: "本文", metadata: { section_path: [] } }],
    })
    .expect(200);
});
afterAll(() => service.close());

const explain = (path: string, token = admin) => service.http().get(path).auth(token, { type: "bearer" });

describe("GET /api/manage/documents/{document_id}/access", () => {
  test("answers whether a user may see the document and by which entry of its rule", async () => {
    const { body } = await explain("/api/manage/documents/board-minutes/access?user_id=001234").expect(200);
    expect(body).toEqual({
      allowed: true,
      reasons: [{ by: "group", value: "managers" }],
      would_allow: [],
      user_active: true,
    });
  });

  test("is for administrators: a reader cannot ask, not even about themselves", async () => {
    const reader = await service.signedIn("001234");
    const { body } = await explain("/api/manage/documents/board-minutes/access?user_id=001234", reader).expect(403);
    expect(body).toEqual(errorBody("FORBIDDEN"));
  });

  test.each([
    ["no user_id", "board-minutes/access", 400, "INVALID_REQUEST"],
    ["an empty user_id", "board-minutes/access?user_id=", 400, "INVALID_REQUEST"],
    ["two user_ids", "board-minutes/access?user_id=1&user_id=2", 400, "INVALID_REQUEST"],
    ["a user_id that is too long", `board-minutes/access?user_id=${"1".repeat(129)}`, 400, "INVALID_REQUEST"],
    ["an unknown user", "board-minutes/access?user_id=999999", 404, "USER_NOT_FOUND"],
    ["a user_id that no database stores", "board-minutes/access?user_id=%00", 404, "USER_NOT_FOUND"],
    ["an unknown document", "no-such/access?user_id=001234", 404, "DOCUMENT_NOT_FOUND"],
    ["a document_id that no database stores", "%00/access?user_id=001234", 404, "DOCUMENT_NOT_FOUND"],
  ])("%s is refused", async (_what, path, status, code) => {
    const { body } = await explain(`/api/manage/documents/${path}`).expect(status);
    expect(body).toEqual(errorBody(code));
  });
});
