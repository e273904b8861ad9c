import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { JsonOf } from "@retrieval/api/client";
import { createHardenedDatabase, type HardenedDatabase, onServer } from "../hardened-database.js";
import { type Call, callAs, signedRequest, startTestService, type TestService } from "../harness.js";

const LEAVER = "000123";
const USER = `/api/manage/users/${LEAVER}`;

describe("the personal data of a user, under a role that was hardened", () => {
  let database: HardenedDatabase;
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    database = await createHardenedDatabase();
    t = await startTestService({ env: { DATABASE_URL: database.serviceUrl } });
    t.clock.seconds = Math.floor(Date.now() / 1000);
    admin = await t.signedIn("000001", { role: "admin" });
  });
  afterAll(async () => {
    await t.close();
    await database.drop();
  });

  const call = (...asked: Call) => callAs(t, admin, ...asked);
  const erase = (user_id = LEAVER) => call("post", `/api/manage/users/${user_id}/erase`);
  const userOf = { department_code: "D-1", permission_groups: ["pilots"] };

  it("is exported as one document: the record, the past, tokens, grants, acts and entries", async () => {
    await t.signedIn(LEAVER, { ...userOf, role: "admin" });
    const other = await t.signedIn("000124", { department_code: "D-2", permission_groups: ["secret"] });
    const leaver = (await t.http().post("/api/auth/sso-token").send(signedRequest(LEAVER, t.clock.seconds)).expect(200))
      .body.token;
    const chunks = [{ text_type: "paragraph", content: "本文" }];
    const access_rules = { allow_all: false, allowed_users: [LEAVER, "000124"] };
    const upload = { chunks, access_rules, editors: [LEAVER, "000001"], notice: "confirm" };
    await callAs(t, leaver, "put", "/api/manage/documents/d?wait=true", upload).expect(200);
    await callAs(t, leaver, "post", "/api/tokens", { name: "ノート PC", audience: "api", days: 1 }).expect(201);
    await callAs(t, leaver, "patch", "/api/manage/users/000124", { add_groups: ["other"] }).expect(200);
    const token = (
      await callAs(t, other, "post", "/api/tokens", { name: "花子用", audience: "api", days: 1 }).expect(201)
    ).body;
    await callAs(t, leaver, "delete", `/api/manage/users/000124/tokens/${token.token_id}`).expect(204);
    await call("patch", USER, { role: "user" }).expect(200);
    await callAs(t, leaver, "post", "/api/documents/d/confirmation", { version: 1 }).expect(200);
    for (const rule of [{ ...access_rules, allowed_users: ["000124"] }, access_rules])
      await call("put", "/api/manage/documents/d/access-rules", rule, { "If-Match": "*" }).expect(200);
    await call("patch", USER, { is_active: false }).expect(200);

    const response = await call("get", `${USER}/data`).expect(200);
    expect(response.headers["content-disposition"]).toBe('attachment; filename="user-data.json"');
    const data = response.body as JsonOf<"exportUser">;
    expect(data.user).toMatchObject({ ...userOf, user_id: LEAVER, is_active: false });
    expect(data.states.map(({ role, is_active }) => [role, is_active])).toEqual([
      ["admin", true],
      ["user", true],
      ["user", false],
    ]);
    expect(data.tokens).toMatchObject([{ name: "ノート PC", audience: "api" }]);
    expect(data.confirmations).toMatchObject([{ document_id: "d", number: 1 }]);
    expect(data.granted).toMatchObject([
      { document_id: "d", rules_version: 1, until: expect.stringMatching(/^20.*Z$/) },
      { document_id: "d", rules_version: 3, until: null },
    ]);
    expect(data).toMatchObject({ editor_of: ["d"], versions: [{ document_id: "d", number: 1 }] });
    const kinds = data.entries.map(({ kind }) => kind);
    for (const kind of ["user-changed", "token-created", "token-revoked", "document-published", "rule-changed"])
      expect(kinds).toContain(kind);
    for (const hidden of ["hash", "D-2", "secret", "花子用"]) expect(response.text).not.toContain(hidden);
    const [entry] = (await call("get", "/api/manage/audit?kind=user-exported").expect(200)).body.items;
    expect(entry).toMatchObject({ by_user: "000001", user_id: LEAVER, details: {} });
    await call("get", "/api/manage/users/nobody/data").expect(404);
    await callAs(t, await t.signedIn("000124"), "get", `${USER}/data`).expect(403);
  });

  it("is exported with every entry, however many there are", async () => {
    await onServer(
      `INSERT INTO audit_entries (kind, by_user, user_id, details)
       SELECT 'sign-in', '${LEAVER}', '${LEAVER}', json_build_object('address', n::text) FROM generate_series(1, 2500) AS n`,
      database.url,
    );
    const { entries } = (await call("get", `${USER}/data`).expect(200)).body as JsonOf<"exportUser">;
    const addresses = entries.flatMap(({ kind, details }) => (kind === "sign-in" ? Object.values(details) : []));
    expect(new Set(addresses).size).toBeGreaterThanOrEqual(2500);
  });

  it("is erased by order, and says what to do first where it is refused", async () => {
    const refused = async (user_id: string, status: number) => (await erase(user_id).expect(status)).body.error.message;
    expect(await refused("000001", 409)).toMatch(/^The user is active: deactivate the user first/);
    expect(await refused(LEAVER, 409)).toMatch(/^The user was deactivated less than 24 hours ago: try again from 20/);
    expect(await refused("nobody", 404)).toBe("No such user.");
    const japanese = await erase().set("Accept-Language", "ja").expect(409);
    expect(japanese.body.error.message).toContain("24 時間が経過していません");
    await onServer(`UPDATE user_states SET at = at - interval '25 hours' WHERE user_id = '${LEAVER}'`, database.url);
    await erase().expect(204);
    await call("get", USER).expect(404);
    await call("get", `${USER}/data`).expect(404);
    const { items } = (await call("get", "/api/manage/audit?kind=user-erased").expect(200)).body;
    const pseudonym = items[0].user_id;
    expect(items).toMatchObject([
      { by_user: "000001", user_id: expect.stringMatching(/^erased-[0-9a-f]{20}$/), details: {} },
    ]);
    expect(items[0].sentence).toBe(`000001 Name of 000001 erased the personal data of erased user (${pseudonym})`);
    const { items: own } = (await call("get", `/api/manage/audit?user_id=${pseudonym}&limit=200`).expect(200)).body;
    expect(own).toHaveLength(200);
    const confirmed = (await call("get", "/api/manage/documents/d/confirmations?version=1").expect(200)).body;
    expect(confirmed.items).toContainEqual(expect.objectContaining({ user_id: pseudonym, display_name: pseudonym }));
    const rule = (await call("get", "/api/manage/documents/d/access-rules").expect(200)).body;
    expect(rule.access_rules.allowed_users).toEqual([pseudonym, "000124"]);

    const record = { display_name: "なりすまし" };
    const reserved = await call("put", `/api/manage/users/${pseudonym}`, record).expect(400);
    expect(reserved.body.error.message).toContain("user_id is the pseudonym of an erased user");
    await call("put", USER, { display_name: "新人" }).expect(201);
    const { body } = await call("get", `${USER}/data`).expect(200);
    expect(body).toMatchObject({ granted: [], editor_of: [], tokens: [], confirmations: [], versions: [] });
  });
});
