import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { recordedEntries } from "./record.js";

const EVERYONE = { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
const CLOSED = { ...EVERYONE, allow_all: false };
const RULES = "/api/manage/documents/d/access-rules";

describe("governing a document", () => {
  const t = useTestService();
  beforeAll(async () => {
    await t.signedIn("100001", { department_code: "D1" });
    await t.signedIn("100002", { department_code: "D1", permission_groups: ["board"] });
    await t.signedIn("100003");
    await t.signedIn("900001", { role: "developer" });
  });
  beforeEach(async () => {
    await call("delete", "/api/manage/documents/d");
    await call("put", "/api/manage/documents/d?wait=true", {
      access_rules: { ...CLOSED, allowed_department_codes: ["D1"] },
      chunks: [{ text_type: "paragraph", content: "text" }],
    });
  });

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  const named = (user_id: string) => ({ user_id, display_name: `Name of ${user_id}` });

  it("shows exactly who would gain and lose it, and saves nothing", async () => {
    const answer = await call("post", `${RULES}/preview`, {
      allow_all: false,
      allowed_groups: ["board", "bored"],
      allowed_users: ["100003", "900001"],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      gained: { count: 1, users: [named("100003")] },
      lost: { count: 1, users: [named("100001")] },
      warnings: [
        {
          message: 'no user has the group "bored"',
          problem: { code: "access_rules.unknown_name", list: "allowed_groups", name: "bored" },
        },
      ],
    });
    const [entry] = await recordedEntries(t, t.admin, { kind: "access-explained" });
    expect(entry).toMatchObject({ by_user: "000001", user_id: null, document_id: "d" });
    expect(entry?.details).toEqual({
      edit: ["replace"],
      allowed_groups: { count: 2, first: ["board", "bored"] },
      allowed_users: { count: 2, first: ["100003", "900001"] },
      gained: 1,
      lost: 1,
    });
    expect((await call("get", RULES)).body.access_rules.allowed_department_codes).toEqual(["D1"]);
    expect((await call("post", `${RULES}/preview`, EVERYONE)).body).toMatchObject({
      gained: { count: 1 },
      lost: { count: 0 },
    });
  });

  it("keeps every version, and restores any of them", async () => {
    const before = (await call("get", `${RULES}/history`)).body.items.length;
    await call("put", RULES, CLOSED, { "If-Match": "*" });
    const { items: versions, next_cursor } = (await call("get", `${RULES}/history?limit=1`)).body;
    expect(versions).toEqual([
      {
        rules_version: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        by_user: "000001",
        cause: "edit",
        before: { ...CLOSED, allowed_department_codes: ["D1"] },
        after: CLOSED,
        gained: 0,
        lost: 2,
      },
    ]);
    const rest = (await call("get", `${RULES}/history?cursor=${next_cursor}`)).body;
    expect(rest.items).toHaveLength(before);
    expect(rest.next_cursor).toBeNull();

    const old = rest.items[0].rules_version;
    const restored = await call("post", `${RULES}/restore`, { version: old });
    expect(restored.status).toBe(200);
    expect(restored.body.access_rules).toEqual({ ...CLOSED, allowed_department_codes: ["D1"] });
    expect(restored.headers.etag).toBe((await call("get", RULES)).headers.etag);
    expect((await call("get", `${RULES}/history?limit=1`)).body.items[0]).toMatchObject({
      cause: "restore",
      gained: 2,
    });
  });

  it("restores over another administrator's rule only on request", async () => {
    const { etag } = (await call("get", RULES)).headers;
    const { rules_version } = (await call("get", `${RULES}/history?limit=1`)).body.items[0];
    await call("put", RULES, CLOSED, { "If-Match": "*" });
    const lost = await call("post", `${RULES}/restore`, { version: rules_version }, { "If-Match": etag as string });
    expect([lost.status, lost.body]).toEqual([412, errorBody("PRECONDITION_FAILED")]);
    expect((await call("get", RULES)).body.access_rules).toEqual(CLOSED);
  });

  it("refuses with the error body", async () => {
    const unknown = "/api/manage/documents/unknown/access-rules";
    for (const [method, path, body, status, code] of [
      ["post", `${unknown}/preview`, EVERYONE, 404, "DOCUMENT_NOT_FOUND"],
      ["get", `${unknown}/history`, undefined, 404, "DOCUMENT_NOT_FOUND"],
      ["post", `${unknown}/restore`, { version: 1 }, 404, "DOCUMENT_NOT_FOUND"],
      ["post", `${RULES}/preview`, { allowed_groups: ["g"] }, 400, "INVALID_REQUEST"],
      ["post", `${RULES}/restore`, { version: 99_999 }, 400, "INVALID_REQUEST"],
      ["post", `${RULES}/restore`, { version: "1" }, 400, "INVALID_REQUEST"],
      ["post", `${RULES}/restore`, { version: 2 ** 31 }, 400, "INVALID_REQUEST"],
      ["get", `${RULES}/history?cursor=MTph`, undefined, 400, "INVALID_REQUEST"],
    ] as const) {
      const answer = await call(method, path, body);
      expect({ path, status: answer.status, body: answer.body }).toEqual({ path, status, body: errorBody(code) });
    }
  });

  it("warns of unknown names until they exist, and a department's new name changes no access", async () => {
    await call("put", RULES, { allow_all: false, allowed_department_codes: ["D7"] }, { "If-Match": "*" });
    const warnings = async () => (await call("get", RULES)).body.warnings;
    expect(await warnings()).toEqual([
      {
        message: 'department "D7" is not in the department master',
        problem: { code: "access_rules.unknown_name", list: "allowed_department_codes", name: "D7" },
      },
    ]);
    await call("put", "/api/manage/departments", { departments: [{ code: "D7", name: "総務部" }] });
    expect(await warnings()).toEqual([]);

    await call("post", "/api/manage/users/bulk", {
      users: [{ user_id: "100009", display_name: "N", department: "総務部" }],
    });
    const allowed = async () => (await call("get", "/api/manage/documents/d/access?user_id=100009")).body.allowed;
    expect(await allowed()).toBe(true);
    await call("put", "/api/manage/departments", { departments: [{ code: "D7", name: "総務・人事部" }] });
    await call("post", "/api/manage/users/bulk", {
      users: [{ user_id: "100009", display_name: "N", department: "総務・人事部" }],
      update_existing: true,
    });
    expect(await allowed()).toBe(true);
  });
});
