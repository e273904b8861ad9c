import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { UserDirectory } from "@retrieval/core/ports";
import type { User } from "@retrieval/core/users";
import { type Call, callAs, errorBody, signedRequest, useTestService } from "../harness.js";
import { recordedEntries } from "./record.js";

const NAME = "髙﨑 𠮷神";

describe("sessions that end before their token does", () => {
  const t = useTestService();
  let nth = 100_000;
  let user_id: string;
  let token: string;
  beforeEach(async () => {
    nth += 1;
    user_id = String(nth);
    token = await t.signedIn(user_id);
  });

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  const status = async (of: string) => (await callAs(t, of, "get", "/api/session")).status;
  const put = (record: object) => call("put", `/api/manage/users/${user_id}`, { display_name: NAME, ...record });
  const bulk = (entry: object) =>
    call("post", "/api/manage/users/bulk", {
      users: [{ user_id, display_name: NAME, ...entry }],
      update_existing: true,
    });
  const signIn = async () => {
    const response = await t.http().post("/api/auth/sso-token").send(signedRequest(user_id, t.clock.seconds));
    return response.body.token as string;
  };

  /** Synchronises with a file: users of role `user` who are not in it are deactivated. */
  const synchronise = async (present: readonly string[]) => {
    const csv = ["user_id,display_name", ...present.map((id) => `${id},${NAME}`)].join("\r\n");
    const count = (await t.service.deps.users.leavers(present)).filter(({ role }) => role === "user").length;
    const headers = { "Content-Type": "text/csv", "If-Match": "*" };
    const { body } = await call("post", `/api/manage/imports?mode=sync&yes_deactivate=${count}`, csv, headers);
    expect(body.counts).toMatchObject({ deactivated: count, refused: 0 });
  };

  const ways: Record<string, { off: () => PromiseLike<unknown>; on: () => PromiseLike<unknown> }> = {
    "PUT of the user": { off: () => put({ is_active: false }), on: () => put({ is_active: true }) },
    "a bulk import": { off: () => bulk({ is_active: false }), on: () => bulk({ is_active: true }) },
    "a file synchronisation": { off: () => synchronise([]), on: () => synchronise([user_id]) },
  };

  it.each(Object.entries(ways))("end for good when %s deactivates the user", async (_name, { off, on }) => {
    expect(await status(token)).toBe(200);
    await off();
    expect(await status(token)).toBe(401);
    await on();
    expect(await status(token)).toBe(401);
    expect(await status(await signIn())).toBe(200);
  });

  it("end although the token was issued a moment later, from a user that was read before", async () => {
    const { users } = t.service.deps;
    const find = users.find.bind(users);
    const reading: UserDirectory["find"] = async (id) => {
      const user = await find(id);
      users.find = find;
      await put({ is_active: false });
      await put({ is_active: true });
      return user;
    };
    users.find = (id) => (id === user_id ? reading(id) : find(id));
    expect(await status(await signIn())).toBe(401);
    expect(await status(await signIn())).toBe(200);
  });

  it("survive every other change of the user, and reactivation of an active user", async () => {
    await put({ role: "developer", department_code: "D1", permission_groups: ["g"], is_active: true });
    await bulk({ role: "user", department: "営業部", password: "secret of the user" });
    expect(await status(token)).toBe(200);
  });

  it("count one deactivation once, however often it is sent", async () => {
    for (const is_active of [false, false, true, true, false]) await put({ is_active });
    expect(((await t.service.deps.users.find(user_id)) as User).sessions).toBe(2);
  });

  describe("by an administrator", () => {
    it("end at once, all of them; the user may sign in again", async () => {
      const other = await signIn();
      const response = await call("post", `/api/manage/users/${user_id}/sign-out`);
      expect([response.status, response.text]).toEqual([204, ""]);
      expect([await status(token), await status(other)]).toEqual([401, 401]);
      expect(await status(await signIn())).toBe(200);
      expect(await recordedEntries(t, t.admin, { user_id, kind: "user-signed-out" })).toEqual([
        expect.objectContaining({ by_user: "000001", user_id, document_id: null, details: {} }),
      ]);
    });

    it("end for an inactive user too, and for the calling administrator", async () => {
      await put({ is_active: false });
      await call("post", `/api/manage/users/${user_id}/sign-out`).expect(204);
      const admin = await t.signedIn("000002", { role: "admin" });
      await callAs(t, admin, "post", "/api/manage/users/000002/sign-out").expect(204);
      expect(await status(admin)).toBe(401);
      expect(await status(t.admin)).toBe(200);
    });

    it("cannot be ended for an unknown user", async () => {
      for (const unknown of ["nobody", "%00", "%F0%9F%91%A9"]) {
        const response = await call("post", `/api/manage/users/${unknown}/sign-out`);
        expect([response.status, response.body]).toEqual([404, errorBody("USER_NOT_FOUND")]);
      }
      expect(await recordedEntries(t, t.admin, { user_id: "nobody", kind: "user-signed-out" })).toEqual([]);
    });

    it("cannot be ended by other roles", async () => {
      await callAs(t, token, "post", "/api/manage/users/000001/sign-out").expect(403);
      expect(await status(t.admin)).toBe(200);
    });
  });

  describe("by their user", () => {
    const signOut = (of: string) => callAs(t, of, "delete", "/api/session");

    it("end at once, this one alone: other sessions and access tokens go on, until an administrator ends all", async () => {
      const other = await signIn();
      const created = await callAs(t, token, "post", "/api/tokens", { name: "a", audience: "api", days: 1 }).expect(
        201,
      );
      const rest = [other, created.body.token as string];
      const response = await signOut(token);
      expect([response.status, response.text]).toEqual([204, ""]);
      const refused = await callAs(t, token, "get", "/api/session");
      expect([refused.status, refused.body.error.problems]).toEqual([401, [{ code: "token.not_valid" }]]);
      await signOut(token).expect(401);
      expect(await Promise.all(rest.map(status))).toEqual([200, 200]);
      await call("post", `/api/manage/users/${user_id}/sign-out`).expect(204);
      expect(await Promise.all(rest.map(status))).toEqual([401, 401]);
    });

    it("are not ended by an access token, or without one", async () => {
      const created = await callAs(t, token, "post", "/api/tokens", { name: "a", audience: "api", days: 1 });
      await signOut(created.body.token).expect(401);
      await t.http().delete("/api/session").expect(401);
      expect(await status(token)).toBe(200);
    });
  });

  it("end for a request that began before their user signed out", async () => {
    const search = await begun(token, "/api/search", { query: "text" });
    await callAs(t, token, "delete", "/api/session").expect(204);
    expect(await search()).toBe(401);
  });

  /** A call that the service has accepted before its body is sent. @returns a function that sends it and returns the status */
  async function begun(of: string, path: string, body: object) {
    const headers = { Authorization: `Bearer ${of}`, "Content-Type": "application/json", Expect: "100-continue" };
    const sent = request(`${t.url}${path}`, { method: "POST", headers });
    sent.flushHeaders();
    await once(sent, "continue");
    return async () => {
      sent.end(JSON.stringify(body));
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
  }

  it("end for a request that began before and whose body comes later", async () => {
    const search = await begun(token, "/api/search", { query: "text" });
    await put({ is_active: false });
    expect(await search()).toBe(401);
  });

  it("lose the admin role for a request whose body comes later", async () => {
    const admin = await t.signedIn(user_id, { role: "admin" });
    const list = await begun(admin, "/api/manage/documents/none/access-rules/preview", { allow_all: true });
    await put({ role: "user" });
    expect(await list()).toBe(403);
  });
});
