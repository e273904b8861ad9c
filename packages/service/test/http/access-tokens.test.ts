import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST, type OperationId } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import { TOKENS_PER_USER } from "@retrieval/core/limits";
import { createAccessToken, revokeAccessToken, tokenHash } from "@retrieval/core/use-cases";
import type { User } from "@retrieval/core/users";
import { type Call, callAs, errorBody, startTestService, useTestService } from "../harness.js";
import { readExposition, seriesValue } from "./exposition.js";
import { recordedEntries } from "./record.js";

/** What an access token of audience `api` opens, and nothing else (DESIGN, "Assistants"). */
const OPEN_TO_SCRIPTS: readonly OperationId[] = [
  "readSession",
  "readReference",
  "proveCitations",
  "listReadableDocuments",
  "readOutline",
  "readDocumentFacts",
  "listDocumentHistory",
  "readDocument",
  "compareVersions",
  "searchChunks",
  "suggest",
  "answerQuestion",
  // With the role admin alone.
  "listChanges",
];
const DAY = 86_400;

describe("access tokens", () => {
  const t = useTestService();
  let nth = 200_000;
  let user_id: string;
  let session: string;
  beforeAll(async () => {
    await callAs(t, t.admin, "put", "/api/manage/documents/rules?wait=true", {
      title: "Rules",
      chunks: [{ text_type: "paragraph", content: "working hours" }],
    }).expect(200);
  });
  beforeEach(async () => {
    nth += 1;
    user_id = String(nth);
    session = await t.signedIn(user_id);
  });

  const asUser = (...call: Call) => callAs(t, session, ...call);
  const asAdmin = (...call: Call) => callAs(t, t.admin, ...call);
  const create = async (body: object = {}, of = session) => {
    const response = await callAs(t, of, "post", "/api/tokens", {
      name: "a script",
      audience: "api",
      days: 30,
      ...body,
    });
    expect(response.status).toBe(201);
    return response.body as { token_id: string; token: string; expires_at: string };
  };
  const status = async (token: string, path = "/api/session") => (await callAs(t, token, "get", path)).status;
  const listed = async () => (await asUser("get", "/api/tokens").expect(200)).body.items;

  it("are shown once, listed without their text, and read as their user", async () => {
    const { token, ...shown } = await create({ name: "週次レポート" });
    expect(token).toMatch(/^retrieval_api_[A-Za-z0-9_-]{43}$/);
    expect(shown).toEqual({
      token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "週次レポート",
      audience: "api",
      role: "user",
      expires_at: new Date((t.clock.seconds + 30 * DAY) * 1000).toISOString(),
      client_id: null,
      last_used_at: null,
    });
    expect(await listed()).toEqual([shown]);
    const { body } = await callAs(t, token, "get", "/api/session").expect(200);
    expect(body).toEqual({ user_id, display_name: expect.any(String), role: "user", expires_at: shown.expires_at });
    const found = await callAs(t, token, "post", "/api/search", { query: "working hours" }).expect(200);
    expect(found.body.total).toBe(1);
    expect(await listed()).toEqual([{ ...shown, last_used_at: new Date(t.clock.now()).toISOString() }]);
  });

  describe("open", () => {
    it.each(OPERATION_LIST.filter(({ access }) => access !== "public").map((one) => [one.operationId, one] as const))(
      "%s as the design says, whatever the role is",
      async (operationId, { method, path, access }) => {
        const admin = await t.signedIn(`9${user_id}`, { role: "admin" });
        const tokens = await Promise.all([create(), create({}, admin)]);
        for (const { token } of tokens) {
          const answer = await callAs(t, token, method, path.replace(/:\w+/g, "x"));
          if (OPEN_TO_SCRIPTS.includes(operationId)) expect(answer.status).not.toBe(401);
          else
            expect([access, answer.status, answer.body.error.problems]).toEqual([
              access,
              401,
              [{ code: "access_token.other_audience" }],
            ]);
        }
      },
    );

    it("nothing if they are made up, cut, or of another audience, and these count against no user", async () => {
      const { token } = await create();
      const madeUp = [
        token.slice(0, -1),
        `${token}x`,
        token.replace("_api_", "_mcp_"),
        token.toLowerCase(),
        `retrieval_api_${"A".repeat(43)}`,
      ];
      for (const text of madeUp) {
        const { status: refused, headers } = await callAs(t, text, "get", "/api/session");
        expect([text, refused, headers["www-authenticate"]]).toEqual([text, 401, "Bearer"]);
      }
      expect(await status(token)).toBe(200);
    });
  });

  describe("end, from the next request on,", () => {
    const ways: Record<string, (token_id: string) => PromiseLike<unknown>> = {
      "when their user revokes them": (id) => asUser("delete", `/api/tokens/${id}`).expect(204),
      "when an administrator revokes them": (id) =>
        asAdmin("delete", `/api/manage/users/${user_id}/tokens/${id}`).expect(204),
      "when an administrator signs the user out": () =>
        asAdmin("post", `/api/manage/users/${user_id}/sign-out`).expect(204),
      "when the user is deactivated, for good": async () => {
        for (const is_active of [false, true])
          await asAdmin("put", `/api/manage/users/${user_id}`, { display_name: "A", is_active });
      },
    };

    it.each(Object.entries(ways))("%s", async (_, end) => {
      const { token, token_id } = await create();
      expect(await status(token)).toBe(200);
      await end(token_id);
      const refused = await callAs(t, token, "get", "/api/session");
      expect([refused.status, refused.body.error.problems]).toEqual([401, [{ code: "access_token.not_valid" }]]);
      session = await t.signedIn(user_id);
      expect(await listed()).toEqual([]);
      await asUser("delete", `/api/tokens/${token_id}`).expect(404);
    });

    it("when they expire", async () => {
      const { token } = await create({ days: 1 });
      const start = t.clock.seconds;
      t.clock.seconds = start + DAY - 1;
      expect(await status(token)).toBe(200);
      t.clock.seconds = start + DAY;
      expect(await status(token)).toBe(401);
      t.clock.seconds = start;
    });

    it("while a request with one waits for its body", async () => {
      const { token, token_id } = await create();
      const { accessTokens } = t.service.deps;
      const find = accessTokens.find.bind(accessTokens);
      // Revoked after the sender is known, in the sender's turn.
      accessTokens.find = async (hash) => {
        accessTokens.find = find;
        await asUser("delete", `/api/tokens/${token_id}`).expect(204);
        return find(hash);
      };
      expect(await status(token)).toBe(401);
      expect(accessTokens.find).toBe(find);
    });
  });

  it("are created only within ten minutes of a sign-in", async () => {
    const asked = () => asUser("post", "/api/tokens", { name: "a", audience: "api", days: 90 });
    const start = t.clock.seconds;
    t.clock.seconds = start + 600;
    await asked().expect(201);
    t.clock.seconds = start + 601;
    const refused = await asked();
    expect([refused.status, refused.body.error.problems]).toEqual([
      403,
      [{ code: "access_tokens.sign_in_again", minutes: 10 }],
    ]);
    expect(refused.body.error.message).toContain("Open the service from the portal again");
    expect(await listed()).toHaveLength(1);
    session = await t.signedIn(user_id);
    await asked().expect(201);
    t.clock.seconds = start;
  });

  it("read as a user, unless an administrator asks for all documents and remains one", async () => {
    await asAdmin("put", "/api/manage/documents/closed?wait=true", {
      title: "Closed",
      chunks: [{ text_type: "paragraph", content: "secret" }],
      access_rules: { allow_all: false },
    }).expect(200);
    const closed = "/api/documents/closed/outline";
    const setRole = (role: string) =>
      asAdmin("put", `/api/manage/users/${user_id}`, { display_name: "A", role }).expect(200);
    for (const role of ["developer", "user"]) {
      await setRole(role);
      const refused = await asUser("post", "/api/tokens", { name: "a", audience: "api", days: 1, role: "admin" });
      expect([refused.status, refused.body.error.problems]).toEqual([403, [{ code: "role.not_admin" }]]);
    }
    await setRole("developer");
    const ofDeveloper = (await create()).token;
    await setRole("admin");
    const narrow = (await create()).token;
    const { token: wide, token_id } = await create({ role: "admin" });
    expect(await status(session, closed)).toBe(200);
    expect(await Promise.all([ofDeveloper, narrow, wide].map((token) => status(token, closed)))).toEqual([
      404, 404, 200,
    ]);
    expect((await callAs(t, narrow, "get", "/api/session")).body.role).toBe("user");
    const shown = (await listed()).find((one: { token_id: string }) => one.token_id === token_id);
    expect(shown).toMatchObject({ role: "admin" });
    await setRole("developer");
    expect(await status(wide, closed)).toBe(404);
  });

  it("are at most sixty new ones of a user in an hour: each has an entry of its own, and none is in a sum", async () => {
    t.clock.seconds = Math.ceil(t.clock.seconds / 3_600) * 3_600;
    const { deps } = t.service;
    const user = (await deps.users.find(user_id)) as User;
    const by = { user, signed_in_at: t.clock.seconds, address: "127.0.0.1" };
    for (let n = 0; n < 60; n += 1) {
      const created = await createAccessToken({ name: "a", audience: "api", days: 1 }, by, deps);
      if (isRefusal(created)) throw new Error(created.code);
      await status(created.text);
      expect(await revokeAccessToken(created.token.token_id, user_id, user_id, deps)).toBeNull();
    }
    t.clock.seconds += 60;
    session = await t.signedIn(user_id);
    const refused = await asUser("post", "/api/tokens", { name: "evil", audience: "api", days: 1 });
    expect([refused.status, refused.body.error.problems]).toEqual([
      409,
      [{ code: "access_tokens.too_many_new", max: 60 }],
    ]);
    t.clock.seconds += 3_540;
    session = await t.signedIn(user_id);
    await create({ name: "the next" });
    for (const [kind, count] of Object.entries({ "token-created": 61, "token-first-used": 60, "token-revoked": 60 })) {
      const entries = await recordedEntries(t, t.admin, { user_id, kind, limit: "100" });
      expect([kind, entries.filter(({ details }) => "token_id" in details).length]).toEqual([kind, count]);
    }
  });

  it("read the user's record of the moment: role, department and groups", async () => {
    const { token } = await create();
    await asAdmin("put", "/api/manage/documents/flights?wait=true", {
      title: "Flights",
      chunks: [{ text_type: "paragraph", content: "take-off" }],
      access_rules: { allow_all: false, allowed_groups: ["pilots"] },
    }).expect(200);
    const outline = "/api/documents/flights/outline";
    expect(await status(token, outline)).toBe(404);
    await asAdmin("put", `/api/manage/users/${user_id}`, { display_name: "A", permission_groups: ["pilots"] });
    expect(await status(token, outline)).toBe(200);
  });

  it("tell nobody their user's department and groups, which the session's own token does", async () => {
    const { token } = await create();
    await asAdmin("put", `/api/manage/users/${user_id}`, { display_name: "A", permission_groups: ["pilots"] });
    const refused = await callAs(t, token, "get", "/api/session?principals=true").expect(403);
    expect(refused.body).toMatchObject({
      error: { code: "FORBIDDEN", problems: [{ code: "access_token.no_principals" }] },
    });
    expect(refused.text).not.toContain("pilots");
    const { body } = await asUser("get", "/api/session?principals=true").expect(200);
    expect(body.principals).toContain("g:pilots");
  });

  it("are at most twenty of one user, not counting those that have ended", async () => {
    const [first] = await Promise.all(Array.from({ length: TOKENS_PER_USER }, () => create({ days: 1 })));
    const more = () => asUser("post", "/api/tokens", { name: "more", audience: "api", days: 1 });
    const refused = await more();
    expect([refused.status, refused.body.error.problems]).toEqual([
      409,
      [{ code: "access_tokens.too_many", max: TOKENS_PER_USER }],
    ]);
    await asUser("delete", `/api/tokens/${first?.token_id}`).expect(204);
    await more().expect(201);
    await more().expect(409);
    await asAdmin("post", `/api/manage/users/${user_id}/sign-out`).expect(204);
    session = await t.signedIn(user_id);
    await create();
    const { rows } = await t.database.pool.query("SELECT count(*)::int AS n FROM access_tokens WHERE user_id = $1", [
      user_id,
    ]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it.each([
    ["a body without a name", { audience: "api", days: 1 }],
    ["an empty name", { name: "", audience: "api", days: 1 }],
    ["a name with a line break", { name: "a\nb", audience: "api", days: 1 }],
    ["another audience", { name: "a", audience: "admin", days: 1 }],
    ["no days", { name: "a", audience: "api", days: 0 }],
    ["91 days", { name: "a", audience: "api", days: 91 }],
    ["half a day", { name: "a", audience: "api", days: 0.5 }],
    ["another role", { name: "a", audience: "api", days: 1, role: "developer" }],
    ["an unknown field", { name: "a", audience: "api", days: 1, user_id: "000001" }],
  ])("are not created from %s", async (_, body) => {
    expect((await asUser("post", "/api/tokens", body)).body).toEqual(errorBody("INVALID_REQUEST"));
    expect(await listed()).toEqual([]);
  });

  it("of audience mcp are not created without the address that they open", async () => {
    const refused = await asUser("post", "/api/tokens", { name: "a", audience: "mcp", days: 1 });
    expect([refused.status, refused.body.error.problems]).toEqual([403, [{ code: "assistants.off" }]]);
  });

  it("are another user's own: neither listed nor revoked by others, and by administrators only where they manage", async () => {
    const { token, token_id } = await create();
    const other = await t.signedIn(`8${user_id}`);
    expect((await callAs(t, other, "get", "/api/tokens")).body).toEqual({ items: [], next_cursor: null });
    for (const id of [token_id, "x", "%00", crypto.randomUUID()])
      expect((await callAs(t, other, "delete", `/api/tokens/${id}`)).body).toEqual(errorBody("TOKEN_NOT_FOUND"));
    await callAs(t, other, "get", `/api/manage/users/${user_id}/tokens`).expect(403);
    await callAs(t, other, "delete", `/api/manage/users/${user_id}/tokens/${token_id}`).expect(403);
    expect((await asAdmin("get", `/api/manage/users/${user_id}/tokens`)).body.items).toMatchObject([{ token_id }]);
    expect((await asAdmin("get", "/api/manage/users/nobody/tokens")).body).toEqual(errorBody("USER_NOT_FOUND"));
    expect((await asAdmin("delete", `/api/manage/users/8${user_id}/tokens/${token_id}`)).body).toEqual(
      errorBody("TOKEN_NOT_FOUND"),
    );
    expect(await status(token)).toBe(200);
  });

  it("are all ended at once by an administrator, for example after a restore", async () => {
    const other = await t.signedIn(`7${user_id}`);
    const tokens = [(await create()).token, (await create({}, other)).token];
    await asUser("delete", "/api/manage/tokens").expect(403);
    expect(await Promise.all(tokens.map((token) => status(token)))).toEqual([200, 200]);
    const { body } = await asAdmin("delete", "/api/manage/tokens").expect(200);
    expect(await Promise.all(tokens.map((token) => status(token)))).toEqual([401, 401]);
    expect(await status(session)).toBe(200);
    const [entry] = await recordedEntries(t, t.admin, { kind: "token-revoked" });
    expect(entry).toMatchObject({ by_user: "000001", user_id: null, details: { tokens: body.revoked } });
    expect(body.revoked).toBeGreaterThanOrEqual(2);
    expect(await status((await create()).token)).toBe(200);
  });

  it("note their last use about once a minute", async () => {
    const { token } = await create();
    const { accessTokens } = t.service.deps;
    const used = accessTokens.used.bind(accessTokens);
    let notes = 0;
    accessTokens.used = (...use) => {
      notes += 1;
      return used(...use);
    };
    for (const seconds of [0, 30, 29, 1, 30]) {
      t.clock.seconds += seconds;
      expect(await status(token)).toBe(200);
    }
    accessTokens.used = used;
    expect(notes).toBe(2);
  });

  it("are in the audit log by name, and neither there nor in the service's log by their text or hash", async () => {
    const { token, token_id, expires_at } = await create({ name: "CI" });
    await callAs(t, token, "get", "/api/session").expect(200);
    await callAs(t, token, "get", "/api/manage/users").expect(401);
    await asAdmin("delete", `/api/manage/users/${user_id}/tokens/${token_id}`).expect(204);
    const about = { user_id, document_id: null };
    const details = { token_id, name: "CI", audience: "api" };
    const from = { role: "user", address: "127.0.0.1" };
    const entries = (await recordedEntries(t, t.admin, { user_id })).filter(({ kind }) => kind.startsWith("token-"));
    expect(entries).toMatchObject([
      { ...about, kind: "token-revoked", by_user: "000001", details },
      { ...about, kind: "token-first-used", by_user: user_id, details: { ...details, address: "127.0.0.1" } },
      { ...about, kind: "token-created", by_user: user_id, details: { ...details, ...from, expires_at } },
    ]);
    const secret = token.slice("retrieval_api_".length);
    expect(t.log()).not.toContain(secret);
    const { rows } = await t.database.pool.query("SELECT row_to_json(audit_entries)::text AS text FROM audit_entries");
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
  });

  it("are not kept away by made-up ones of their address, also where this instance does not know them", async () => {
    const { token } = await create();
    const { token: unknown } = await create();
    const { owners } = t.service.deps.accessTokens;
    (owners as typeof owners & { forget(hash: Uint8Array): void }).forget(tokenHash(unknown));
    const { inFlight, limits } = t.service.deps;
    const hit = limits.signInFailures.hit.bind(limits.signInFailures);
    limits.signInFailures.hit = async () => ({ status: 429 });
    const lock = await t.database.pool.connect();
    await lock.query("BEGIN; LOCK TABLE access_tokens IN ACCESS EXCLUSIVE MODE");
    // The look-ups wait for the lock.
    const madeUp = Array.from({ length: 500 }, (_, n) => `retrieval_api_${String(n).padStart(43, "A")}`);
    const asked = madeUp.map((text) => status(text));
    const figure = async (name: string, labels = {}) =>
      seriesValue(readExposition((await t.http().get("/metrics")).text), name, labels);
    while ((await figure("retrieval_http_requests_in_flight")) <= madeUp.length) await sleep(5);
    expect(await status(session)).toBe(200);
    expect(inFlight.isFull).toBe(false);
    const good = [status(token), status(unknown)];
    await lock.query("ROLLBACK");
    lock.release();
    expect(await Promise.all(good)).toEqual([200, 200]);
    // Beyond the limit of unknown tokens, the refusals of one address are held back: 320 of them, the others are 429.
    const answers = await Promise.all(asked);
    limits.signInFailures.hit = hit;
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    const limited = answers.filter((answer) => answer === 429).length;
    expect(await figure("retrieval_rate_limited_total", { limit: "unknown_tokens" })).toBe(limited);
  });

  it("use up the reading limit of their user", async () => {
    const { token } = await create();
    const { reads } = t.service.deps.limits;
    const hit = reads.hit.bind(reads);
    const keys: string[] = [];
    reads.hit = (key) => {
      keys.push(key);
      return hit(key);
    };
    await status(token);
    await status(`retrieval_api_${"A".repeat(43)}`);
    reads.hit = hit;
    expect(keys).toEqual([user_id]);
  });
});

describe("a service with ACCESS_TOKENS=false", () => {
  const t = useTestService({ env: { ACCESS_TOKENS: "false" } });

  it("refuses tokens that were created before, and creates none; they can still be listed and revoked", async () => {
    const user = await t.signedIn("100001");
    const created = await callAs(t, user, "post", "/api/tokens", { name: "a", audience: "api", days: 1 });
    expect([created.status, created.body.error.problems]).toEqual([403, [{ code: "access_tokens.off" }]]);
    expect((await t.http().get("/api/config")).body.access_tokens).toEqual([]);
    const on = await startTestService();
    const token = (
      await callAs(on, await on.signedIn("100001"), "post", "/api/tokens", { name: "a", audience: "api", days: 1 })
    ).body;
    const copied = await on.database.pool.query("SELECT hash, expires_at FROM access_tokens");
    await t.database.pool.query(
      "INSERT INTO access_tokens (token_id, hash, user_id, name, audience, sessions, expires_at) VALUES ($1, $2, '100001', 'a', 'api', 0, $3)",
      [token.token_id, copied.rows[0].hash, copied.rows[0].expires_at],
    );
    await callAs(on, token.token, "get", "/api/session").expect(200);
    await on.close();
    const refused = await callAs(t, token.token, "get", "/api/session");
    expect([refused.status, refused.body.error.problems]).toEqual([401, [{ code: "access_tokens.off" }]]);
    expect((await callAs(t, user, "get", "/api/tokens")).body.items).toHaveLength(1);
    await callAs(t, user, "delete", `/api/tokens/${token.token_id}`).expect(204);
  });
});
