import { beforeAll, describe, expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";
import { type Entry, recordedEntries } from "./record.js";

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const SLASHED = "営業/7 %";
const JAPANESE = "社員-髙橋𠮷";

describe("GET /api/manage/users/{user_id}", () => {
  const t = useTestService();
  const path = (user_id: string) => `/api/manage/users/${encodeURIComponent(user_id)}`;
  const read = (user_id: string) => callAs(t, t.admin, "get", path(user_id));
  const NOT_FOUND = errorBody("USER_NOT_FOUND", "No such user.");

  beforeAll(async () => {
    const put = (user_id: string, record: object) => callAs(t, t.admin, "put", path(user_id), record).expect(201);
    await put("001234", {
      display_name: "髙橋 美咲",
      department_code: "D1",
      permission_groups: ["g"],
      email: "t@x.example",
    });
    await put("0012345", { display_name: "佐藤 花子", role: "developer" });
    await put("000007", { display_name: "旧 社員", is_active: false });
    for (const user_id of [SLASHED, JAPANESE, "bulk"]) await put(user_id, { display_name: "髙﨑 𠮷神" });
  });

  it("answers the user as the list and PUT show them, with times and nothing else", async () => {
    const { body } = await read("001234").expect(200);
    expect(body).toEqual({
      user_id: "001234",
      display_name: "髙橋 美咲",
      role: "user",
      is_active: true,
      registered_at: expect.stringMatching(TIME),
      state_since: body.registered_at,
      last_sign_in_at: null,
    });
    const { items: users } = (await callAs(t, t.admin, "get", "/api/manage/users")).body;
    expect(users.length).toBeGreaterThan(5);
    for (const user of users) {
      expect((await read(user.user_id).expect(200)).body).toMatchObject(user);
      const { display_name } = user;
      expect((await callAs(t, t.admin, "put", path(user.user_id), { display_name })).body.user).toEqual(user);
    }
  });

  it("answers an inactive user, and since when the user is inactive", async () => {
    const { body } = await read("000007").expect(200);
    expect(body).toMatchObject({ display_name: "旧 社員", is_active: false, state_since: body.registered_at });
    const set = (is_active: boolean) => callAs(t, t.admin, "patch", path("000007"), { is_active }).expect(200);
    await set(true);
    await set(false);
    const later = (await read("000007").expect(200)).body;
    expect(later.registered_at).toBe(body.registered_at);
    expect(Date.parse(later.state_since)).toBeGreaterThan(Date.parse(body.registered_at));
  });

  it("answers the last sign-in that the audit log has", async () => {
    await t.signedIn("100002");
    // The log writes sign-ins at most a second after their answer.
    for (let last: Entry | undefined; last === undefined; ) {
      [last] = await recordedEntries(t, t.admin, { user_id: "100002", kind: "sign-in" });
      if (last !== undefined) expect((await read("100002")).body.last_sign_in_at).toBe(last.at);
    }
  });

  it.each([SLASHED, JAPANESE, "bulk"])("reads %s from the path", async (user_id) => {
    const expected = { user_id, display_name: "髙﨑 𠮷神", role: "user", is_active: true };
    expect((await read(user_id).expect(200)).body).toMatchObject(expected);
  });

  it("answers 404 for an unknown user and for an id that no user can have", async () => {
    for (const unknown of ["nobody", "00123", "１２３４", "\0", " 001234", "9".repeat(2_000), "👩", "a\nb"])
      expect({ unknown, ...pick(await read(unknown)) }).toEqual({ unknown, status: 404, body: NOT_FOUND });
  });

  it("answers HEAD and OPTIONS as other reads do", async () => {
    const { headers, status, text } = await t.http().head(path("001234")).auth(t.admin, { type: "bearer" });
    expect([status, text]).toEqual([200, undefined]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    const allowed = await t.http().post(path("001234")).auth(t.admin, { type: "bearer" });
    expect([allowed.status, allowed.headers.allow]).toEqual([405, "PUT, GET, HEAD, PATCH, OPTIONS"]);
    const options = await t.http().options(path("001234"));
    expect([options.status, options.headers.allow]).toEqual([204, undefined]);
  });

  it("is for administrators, and says nothing about the user to others", async () => {
    const reader = await t.signedIn("100001");
    for (const user_id of ["001234", "nobody", "100001"]) {
      expect((await callAs(t, reader, "get", path(user_id)).expect(403)).body).toEqual(errorBody("FORBIDDEN"));
      expect((await t.http().get(path(user_id)).expect(401)).body).toEqual(errorBody("UNAUTHORIZED"));
    }
  });

  it("leaves no entry in the audit log", async () => {
    const before = await recordedEntries(t, t.admin, { user_id: "001234" });
    await read("001234").expect(200);
    expect(await recordedEntries(t, t.admin, { user_id: "001234" })).toEqual(before);
  });
});

const pick = ({ status, body }: { status: number; body: unknown }) => ({ status, body });
