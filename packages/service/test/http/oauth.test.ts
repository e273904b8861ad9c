import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { TOKENS_PER_USER } from "@retrieval/core/limits";
import { type OutgoingAnswer, PublicAddresses } from "../../src/adapters/public-addresses.js";
import type { Retention } from "../../src/retention/retention.js";
import { callAs, startTestService, type TestService } from "../harness.js";
import {
  Application,
  authorizationAddress,
  Browser,
  CLIENT_ID,
  DOCUMENT,
  fetchAt,
  ORIGIN,
  pkce,
  REDIRECT,
  waitingAt,
} from "./oauth-client.js";
import { storedEntries } from "./record.js";

const HOUR = 3_600;
const DAY = 24 * HOUR;

describe("applications that connect to /mcp by OAuth", () => {
  let t: TestService;
  let admin: string;
  let fetchHere: ReturnType<typeof fetchAt>;
  /** The metadata documents of this test, by address. Other addresses go through the guard, where no name is known. */
  const documents = new Map<string, Partial<OutgoingAnswer>>();
  const addresses = new PublicAddresses([], { resolve: async () => [] });
  const outgoing: Pick<PublicAddresses, "fetch" | "accepts"> = {
    accepts: () => true,
    fetch: async (url, asked) => {
      const known = documents.get(url.href);
      if (known === undefined) return addresses.fetch(url, asked);
      return { status: 200, headers: {}, body: Buffer.from(""), isComplete: true, ...known };
    },
  };
  const env = { MCP: "true", PUBLIC_URL: ORIGIN, TRUST_PROXY: "loopback" };

  beforeAll(async () => {
    t = await startTestService({ env: { ...env, RATE_LIMIT_READS: "100000" }, outgoing });
    fetchHere = fetchAt(t.url);
    documents.set(CLIENT_ID, { body: Buffer.from(JSON.stringify(DOCUMENT)) });
    admin = await t.signedIn("000001", { role: "admin" });
    for (const [document_id, access_rules] of [
      ["travel", { allow_all: true }],
      ["board", { allow_all: false, allowed_groups: ["board"] }],
    ] as const)
      await callAs(t, admin, "put", `/api/manage/documents/${document_id}?wait=true`, {
        title: document_id === "travel" ? "旅費規程" : "役員規程",
        access_rules,
        chunks: [
          { text_type: "paragraph", content: "出張の日当は、1日につき3,000円とする。", metadata: { section_path: [] } },
        ],
      }).expect(200);
  });
  afterAll(() => t.close());

  let users = 0;
  /** A reader of this test. */
  async function aReader(record = {}) {
    users += 1;
    const user_id = String(200_000 + users);
    return { user_id, session: await t.signedIn(user_id, record) };
  }

  const transportOf = (application: Application) =>
    new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), {
      authProvider: application,
      fetch: fetchHere as typeof fetch,
    });

  async function connect(application: Application): Promise<Client> {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transportOf(application));
    return client;
  }

  /** Connects an application by the consent of its user, with the official client library. */
  async function connected(session: string, application = new Application()): Promise<Application> {
    await expect(connect(application)).rejects.toThrow(UnauthorizedError);
    const end = await new Browser(fetchHere).decide(application.authorization as URL, session, true);
    await transportOf(application).finishAuth(end.searchParams);
    return application;
  }

  const tokenOf = (application: Application) => application.tokens()?.access_token ?? "";

  async function mcp(token: string): Promise<number> {
    const headers = {
      ...{ Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      Accept: "application/json, text/event-stream",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    return (await fetchHere(`${ORIGIN}/mcp`, { method: "POST", headers, body })).status;
  }

  async function tokenEndpoint(form: Record<string, string>, path = "/oauth/token", fetch = fetchHere) {
    // As the page of an application sends it.
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://assistant.example.com" };
    const body = new URLSearchParams({ client_id: CLIENT_ID, ...form });
    const answer = await fetch(ORIGIN + path, { method: "POST", headers, body });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : JSON.parse(text) };
  }

  const refresh = (refresh_token = "") => tokenEndpoint({ grant_type: "refresh_token", refresh_token });

  /** A code by hand, with the form that exchanges it. */
  async function aCode(session: string, fields = {}, browser = new Browser(fetchHere)) {
    const { code_challenge, code_verifier } = pkce();
    const end = await browser.decide(authorizationAddress({ code_challenge, ...fields }), session, true);
    const code = end.searchParams.get("code") ?? "";
    return { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier };
  }

  const connections = async (session: string) =>
    (await callAs(t, session, "get", "/api/tokens").expect(200)).body.items;

  it("with an official client library, which finds the way by itself, and again after an hour", async () => {
    const { session } = await aReader();
    const application = await connected(session);
    const client = await connect(application);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["search", "fetch", "answer"]);
    const search = async () =>
      JSON.stringify((await client.callTool({ name: "search", arguments: { query: "日当" } })).structuredContent);
    expect(await search()).toContain("旅費規程");
    expect(await search()).not.toContain("役員規程");
    const first = tokenOf(application);
    t.clock.seconds += HOUR - 1;
    expect(await mcp(first)).toBe(200);
    t.clock.seconds += 1;
    expect(await mcp(first)).toBe(401);
    expect(await search()).toContain("旅費規程");
    expect(tokenOf(application)).not.toBe(first);
    await client.close();
  });

  it("read as their user does, as a pasted token reads", async () => {
    const { session } = await aReader({ permission_groups: ["board"], role: "admin" });
    const ofBoard = await connect(await connected(session));
    const pasted = (await callAs(t, session, "post", "/api/tokens", { name: "a", audience: "mcp", days: 1 })).body
      .token;
    const byHand = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { Authorization: `Bearer ${pasted}` } };
    await byHand.connect(
      new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), { requestInit, fetch: fetchHere as typeof fetch }),
    );
    for (const call of [
      { name: "search", arguments: { query: "日当" } },
      { name: "fetch", arguments: { id: "board" } },
      { name: "fetch", arguments: { id: "none" } },
      { name: "answer", arguments: { question: "日当" } },
    ])
      expect(await ofBoard.callTool(call)).toEqual(await byHand.callTool(call));
  });

  it("open /mcp and no other door", async () => {
    const { session } = await aReader({ role: "admin" });
    const token = tokenOf(await connected(session));
    for (const path of ["/api/session", "/api/documents", "/api/tokens", "/api/manage/users", "/api/authorizations/x"])
      await callAs(t, token, "get", path).expect(401);
    expect(await mcp(session)).toBe(401);
  });

  describe("are listed with the tokens of their user", () => {
    it("and a revocation by the user or an administrator ends them at once", async () => {
      for (const path of ["/api/tokens/", "/api/manage/users/USER/tokens/"]) {
        const { user_id, session } = await aReader();
        const application = await connected(session);
        expect(await mcp(tokenOf(application))).toBe(200);
        const [listed] = await connections(session);
        expect(listed).toMatchObject({
          name: "assistant.example.com",
          audience: "mcp",
          role: "user",
          client_id: CLIENT_ID,
        });
        expect(listed.last_used_at).not.toBeNull();
        expect(Date.parse(listed.expires_at) - t.clock.now()).toBe(90 * DAY * 1000);
        const by = path.includes("manage") ? admin : session;
        await callAs(t, by, "delete", path.replace("USER", user_id) + listed.token_id).expect(204);
        expect(await mcp(tokenOf(application))).toBe(401);
        expect(await refresh(application.tokens()?.refresh_token)).toMatchObject({
          status: 400,
          body: { error: "invalid_grant" },
        });
        const kinds = (await storedEntries(t, { user_id })).map(({ kind }) => kind);
        expect(kinds).toEqual(expect.arrayContaining(["token-created", "token-first-used", "token-revoked"]));
        expect(JSON.stringify(await storedEntries(t, { user_id }))).not.toContain(tokenOf(application));
      }
    });

    it("and end when their user is deactivated or signed out", async () => {
      const ends: ((user_id: string) => Promise<unknown>)[] = [
        (user_id) => callAs(t, admin, "post", `/api/manage/users/${user_id}/sign-out`).expect(204),
        (user_id) =>
          callAs(t, admin, "put", `/api/manage/users/${user_id}`, { display_name: "A", is_active: false }).expect(200),
      ];
      for (const end of ends) {
        const { user_id, session } = await aReader();
        const code = await aCode(session);
        const application = await connected(session);
        await end(user_id);
        expect(await mcp(tokenOf(application))).toBe(401);
        expect((await refresh(application.tokens()?.refresh_token)).body.error).toBe("invalid_grant");
        expect((await tokenEndpoint(code)).body.error).toBe("invalid_grant");
      }
    });

    it("and end by themselves after 90 days, however often they were used", async () => {
      const { session } = await aReader();
      let { refresh_token } = (await connected(session)).tokens() as { refresh_token: string };
      t.clock.seconds += 90 * DAY - 60;
      const last = await refresh(refresh_token);
      expect(last.status).toBe(200);
      refresh_token = last.body.refresh_token;
      expect(await mcp(last.body.access_token)).toBe(200);
      t.clock.seconds += 60;
      expect(await mcp(last.body.access_token)).toBe(401);
      expect((await refresh(refresh_token)).body.error).toBe("invalid_grant");
      admin = await t.signedIn("000001", { role: "admin" });
    });

    it("and end where their code is not exchanged within two minutes, and count no more", async () => {
      const { session } = await aReader();
      const codes = [];
      for (let nth = 0; nth < TOKENS_PER_USER; nth += 1) codes.push(await aCode(session));
      await expect(aCode(session)).rejects.toThrow("access_tokens.too_many");
      t.clock.seconds += 119;
      expect(await connections(session)).toHaveLength(TOKENS_PER_USER);
      t.clock.seconds += 1;
      expect(await connections(session)).toEqual([]);
      expect((await tokenEndpoint(codes[0] as Record<string, string>)).body.error).toBe("invalid_grant");
      await aCode(session);
    });

    it.each(["access_token", "refresh_token"] as const)(
      "and end when the application revokes its %s",
      async (which) => {
        const { session } = await aReader();
        const application = await connected(session);
        const token = application.tokens()?.[which] ?? "";
        expect((await tokenEndpoint({ token }, "/oauth/revoke")).status).toBe(200);
        expect(await mcp(tokenOf(application))).toBe(401);
        expect(await connections(session)).toEqual([]);
      },
    );

    it("and no application revokes a token that its user pasted", async () => {
      const { session } = await aReader();
      await connected(session);
      const asked = { name: "pasted", audience: "mcp", days: 1 };
      const { token } = (await callAs(t, session, "post", "/api/tokens", asked)).body;
      expect((await tokenEndpoint({ token }, "/oauth/revoke")).status).toBe(200);
      expect(await mcp(token)).toBe(200);
    });
  });

  it("end, all of their tokens, when a refresh token comes twice", async () => {
    const { user_id, session } = await aReader();
    const application = await connected(session);
    const stolen = application.tokens()?.refresh_token;
    const next = (await refresh(stolen)).body;
    expect(await mcp(next.access_token)).toBe(200);
    expect((await refresh(stolen)).body.error).toBe("invalid_grant");
    expect(await mcp(next.access_token)).toBe(401);
    expect((await refresh(next.refresh_token)).body.error).toBe("invalid_grant");
    expect(await connections(session)).toEqual([]);
    const [entry] = await storedEntries(t, { user_id, kind: "token-revoked" });
    expect(entry?.details).toMatchObject({ used_twice: true });
  });

  it("get one token for a refresh token that is sent twice at once", async () => {
    const { session } = await aReader();
    const { refresh_token } = (await connected(session)).tokens() as { refresh_token: string };
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(refresh_token)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it("end when a code comes twice", async () => {
    const { session } = await aReader();
    const form = await aCode(session);
    const { access_token } = (await tokenEndpoint(form)).body;
    expect(await mcp(access_token)).toBe(200);
    expect((await tokenEndpoint(form)).body.error).toBe("invalid_grant");
    expect(await mcp(access_token)).toBe(401);
  });

  it.each([
    ["another verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_grant"],
    ["another redirect_uri", { redirect_uri: "https://assistant.example.com/other" }, "invalid_grant"],
    ["another resource", { resource: `${ORIGIN}/api` }, "invalid_target"],
    ["a client without a connection", { client_id: "https://unknown.example.com/client.json" }, "invalid_client"],
    ["an unknown grant", { grant_type: "password" }, "unsupported_grant_type"],
  ])("get no token with %s", async (_what, wrong, error) => {
    const { session } = await aReader();
    const answer = await tokenEndpoint({ ...(await aCode(session)), ...wrong });
    expect([answer.status >= 400 && answer.status < 500, answer.body.error]).toEqual([true, error]);
  });

  it.each([
    ["another resource", { resource: "https://other.example.com/mcp" }, "invalid_target"],
    ["no PKCE", { code_challenge: "", code_challenge_method: "" }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["no prompt", { prompt: "none" }, "consent_required"],
    ["an answer by POST", { response_mode: "form_post" }, "invalid_request"],
  ])(
    "lead no browser to their address before its user has answered, if they ask with %s",
    async (_what, wrong, code) => {
      const end = await new Browser(fetchHere).open(authorizationAddress(wrong));
      expect(end.href).toBe(`${ORIGIN}/authorize?error=invalid_request`);
      expect(t.log()).toContain(`"code":"${code}"`);
    },
  );

  it("get the one scope, whatever else they ask for", async () => {
    const { session } = await aReader();
    for (const scope of ["none", "openid documents:read offline_access"]) {
      const { body } = await tokenEndpoint(await aCode(session, { scope }));
      expect(body).toMatchObject({ scope: "documents:read" });
      expect(body).not.toHaveProperty("id_token");
    }
  });

  it.each([
    ["another redirect_uri", { redirect_uri: "https://evil.example.com/callback" }, "invalid_redirect_uri"],
    ["a longer redirect_uri", { redirect_uri: `${REDIRECT}/more` }, "invalid_redirect_uri"],
    ["a document at a private address", { client_id: "https://127.0.0.1/client.json" }, "invalid_client"],
    ["a document of an unknown host", { client_id: "https://unknown.example.com/client.json" }, "invalid_client"],
    ["an http document", { client_id: "http://assistant.example.com/client.json" }, "invalid_client"],
    ["no document", { client_id: "assistant" }, "invalid_client"],
    ["a document at a very long address", { client_id: `${CLIENT_ID}?${"x".repeat(1_000)}` }, "invalid_client"],
  ])("are refused on a page of the service with %s", async (_what, wrong, error) => {
    const end = await new Browser(fetchHere).open(authorizationAddress(wrong));
    expect(end.href).toBe(`${ORIGIN}/authorize?error=${error}`);
  });

  /** Puts a document at an address of its own. @returns the address */
  function aDocument(fields: object, answer?: Partial<OutgoingAnswer>): string {
    const client_id = `https://application-${documents.size}.example.com/client.json`;
    documents.set(client_id, { body: Buffer.from(JSON.stringify({ ...DOCUMENT, client_id, ...fields })), ...answer });
    return client_id;
  }

  it.each([
    ["redirects", {}, "invalid_client", { status: 302, headers: { location: CLIENT_ID } }],
    ["is missing", {}, "invalid_client", { status: 404 }],
    ["is longer than 64 KB", {}, "invalid_client", { isComplete: false }],
    ["is not JSON", {}, "invalid_client", { body: Buffer.from("<html>") }],
    ["names another client", { client_id: CLIENT_ID }, "invalid_client_metadata", {}],
    ["has a secret", { client_secret: "x" }, "invalid_client_metadata", {}],
    ["returns to a script", { redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri", {}],
    [
      "returns to another computer without TLS",
      { application_type: "web", redirect_uris: ["http://evil.example.com/callback"] },
      "invalid_redirect_uri",
      {},
    ],
  ])("are refused where their document %s", async (_what, fields, error, answer: Partial<OutgoingAnswer>) => {
    const client_id = aDocument(fields, answer);
    const end = await new Browser(fetchHere).open(authorizationAddress({ client_id }));
    expect(end.href).toBe(`${ORIGIN}/authorize?error=${error}`);
  });

  it("may say in their document what only other servers understand", async () => {
    const client_id = aDocument({
      grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
      response_types: ["code", "code id_token"],
      id_token_signed_response_alg: "RS256",
      scope: "openid offline_access",
      logo_uri: "https://rich.example.com/logo.png",
    });
    const scope = "openid offline_access documents:read";
    expect((await new Browser(fetchHere).open(authorizationAddress({ client_id, scope }))).pathname).toMatch(
      /^\/authorize\/./,
    );
  });

  it("return to a loopback address with any port, with their state and the issuer", async () => {
    const { session } = await aReader();
    const asked = { redirect_uri: "http://127.0.0.1:49152/callback", state: "s t&a=te" };
    const end = await new Browser(fetchHere).decide(authorizationAddress(asked), session, true);
    expect(end.origin + end.pathname).toBe(asked.redirect_uri);
    // RFC 9207: the issuer, so that an application of several servers cannot mix them up.
    const code = expect.stringMatching(/./);
    expect(Object.fromEntries(end.searchParams)).toEqual({ code, state: asked.state, iss: ORIGIN });
  });

  describe("ask for consent", () => {
    it("each time, also a user who has just given it", async () => {
      const { session } = await aReader();
      const browser = new Browser(fetchHere);
      await browser.decide(authorizationAddress(), session, true);
      expect((await browser.open(authorizationAddress())).pathname).toMatch(/^\/authorize\/./);
    });

    it("and get nothing when it is denied", async () => {
      const { session } = await aReader();
      const end = await new Browser(fetchHere).decide(authorizationAddress({ state: "s" }), session, false);
      expect(Object.fromEntries(end.searchParams)).toMatchObject({ error: "access_denied", state: "s", iss: ORIGIN });
      expect(await connections(session)).toEqual([]);
    });

    it("with cookies for the addresses alone that read them, which no script and no other site can", async () => {
      const { session } = await aReader();
      const browser = new Browser(fetchHere);
      const cookies = (await browser.send(authorizationAddress())).headers.getSetCookie();
      const path = waitingAt(await browser.open(authorizationAddress()));
      const answer = (await (await browser.api(session, "POST", path, { allow: true })).json()) as {
        redirect_to: string;
      };
      cookies.push(...(await browser.send(answer.redirect_to)).headers.getSetCookie());
      expect(cookies.length).toBeGreaterThan(2);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/path=\/(?:api\/authorizations|oauth\/authorize)/);
        for (const part of ["samesite=lax", "secure", "httponly"]) expect(cookie).toContain(part);
      }
    });

    it("with at most 100 characters of the name that they give themselves", async () => {
      const { session } = await aReader();
      const client_id = aDocument({ client_name: "名".repeat(5_000) });
      const browser = new Browser(fetchHere);
      const page = await browser.open(authorizationAddress({ client_id }));
      const answer = await browser.api(session, "GET", waitingAt(page));
      expect(await answer.json()).toMatchObject({ client_id, client_name: "名".repeat(100) });
    });

    it("in the browser that they opened alone", async () => {
      const { session } = await aReader();
      const attacker = new Browser(fetchHere);
      const path = waitingAt(await attacker.open(authorizationAddress()));
      const victim = new Browser(fetchHere);
      await victim.open(authorizationAddress());
      for (const [method, body] of [["GET"], ["POST", { allow: true }]] as const)
        expect((await victim.api(session, method, path, body)).status).toBe(404);
      expect((await attacker.api("no session", "POST", path, { allow: true })).status).toBe(401);
      expect(await connections(session)).toEqual([]);
      // Without an answer there is no code.
      const early = await attacker.open(path.replace("/api/authorizations/", "/oauth/authorize/"));
      expect(early.pathname).toMatch(/^\/authorize\/./);
    });

    it("once, within 15 minutes, and soon after a sign-in", async () => {
      const { user_id, session } = await aReader();
      const browser = new Browser(fetchHere);
      const path = waitingAt(await browser.open(authorizationAddress()));
      expect(await (await browser.api(session, "GET", path)).json()).toEqual({
        ...{ client_id: CLIENT_ID, client_name: DOCUMENT.client_name, redirect_uri: REDIRECT, days: 90 },
      });
      t.clock.seconds += 601;
      expect((await browser.api(session, "POST", path, { allow: true })).status).toBe(403);
      const again = await t.signedIn(user_id);
      expect((await browser.api(again, "POST", path, { allow: true })).status).toBe(200);
      expect((await browser.api(again, "POST", path, { allow: true })).status).toBe(404);
      const other = waitingAt(await browser.open(authorizationAddress()));
      t.clock.seconds += 15 * 60;
      expect((await browser.api(again, "POST", other, { allow: true })).status).toBe(404);
    });
  });

  it("finish on one instance what they began on another", async () => {
    const other = await startTestService({ env: { ...env, DATABASE_URL: t.databaseUrl }, outgoing });
    try {
      other.clock.seconds = t.clock.seconds;
      const { session } = await aReader();
      const there = fetchAt(other.url);
      let nth = 0;
      // Each request goes to the other instance than the one before.
      const byTurns: typeof fetchHere = (...request) => {
        nth += 1;
        return (nth % 2 === 0 ? there : fetchHere)(...request);
      };
      const code = await aCode(session, {}, new Browser(byTurns));
      const answer = await tokenEndpoint(code, "/oauth/token", there);
      expect(answer.status).toBe(200);
      expect(await mcp(answer.body.access_token)).toBe(200);
    } finally {
      await other.close();
    }
  });

  it("leave no token, code or id of theirs in the database and the log, and expired records are deleted", async () => {
    const { session } = await aReader();
    const application = await connected(session);
    const { code } = await aCode(session);
    const dump = async () =>
      JSON.stringify(
        (
          await t.database.pool.query(
            "SELECT a::text FROM authorizations a UNION ALL SELECT b::text FROM access_tokens b",
          )
        ).rows,
      );
    for (const secret of [
      tokenOf(application),
      application.tokens()?.refresh_token,
      code,
      application.codeVerifier(),
    ]) {
      expect(await dump()).not.toContain(secret);
      expect(t.log()).not.toContain(secret);
    }
    t.clock.seconds += 100 * DAY;
    for (const retention of t.service.retentions as Retention[]) await retention.forgetOld();
    expect((await t.database.pool.query("SELECT FROM authorizations")).rowCount).toBe(0);
    admin = await t.signedIn("000001", { role: "admin" });
  });

  it("are told where to go, in documents that name no secret method and no registration", async () => {
    const at = async (path: string) => (await fetchHere(ORIGIN + path)).json();
    expect(await at("/.well-known/oauth-protected-resource/mcp")).toEqual({
      resource: `${ORIGIN}/mcp`,
      authorization_servers: [ORIGIN],
      scopes_supported: ["documents:read"],
      bearer_methods_supported: ["header"],
    });
    const metadata = (await at("/.well-known/oauth-authorization-server")) as Record<string, unknown>;
    expect(metadata).toMatchObject({
      issuer: ORIGIN,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      client_id_metadata_document_supported: true,
    });
    expect(metadata).not.toHaveProperty("registration_endpoint");
    const registration = await fetchHere(`${ORIGIN}/register`, { method: "POST", body: "{}" });
    expect([registration.status, await registration.text()]).toEqual([404, expect.stringContaining("access token")]);
    for (const path of ["/jwks", "/me", "/session/end", "/request", "/.well-known/openid-configuration"])
      expect((await fetchHere(ORIGIN + path)).status).toBe(404);
  });

  it("may be pages of any origin, at the addresses that read no cookie and at no other", async () => {
    const Origin = "https://assistant.example.com";
    const preflight = { "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization" };
    const open = ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server"];
    open.push("/oauth/token", "/oauth/revoke", "/mcp");
    for (const path of [...open, "/oauth/authorize", "/api/authorizations/x", "/api/tokens"])
      for (const method of ["OPTIONS", "GET", "POST"]) {
        const { headers } = await fetchHere(ORIGIN + path, { method, headers: { Origin, ...preflight } });
        const allowed = headers.get("access-control-allow-origin");
        expect([path, method, allowed]).toEqual([path, method, open.includes(path) ? "*" : null]);
        expect(headers.has("access-control-allow-credentials")).toBe(false);
        if (path === "/mcp" && method === "OPTIONS")
          expect(headers.get("access-control-allow-headers")).toBe("authorization");
      }
  });

  it("are not there without MCP=true", async () => {
    const off = await startTestService({ env: { PUBLIC_URL: ORIGIN } });
    try {
      const session = await off.signedIn("100001");
      for (const path of ["/oauth/authorize", "/.well-known/oauth-authorization-server"])
        await callAs(off, session, "get", path).expect(404);
      await callAs(off, session, "post", "/oauth/token").expect(404);
      await callAs(off, session, "get", "/api/authorizations/x").expect(403);
    } finally {
      await off.close();
    }
  });

  it("are limited in how many requests of one address begin in a minute", async () => {
    const limited = await startTestService({ env: { ...env, RATE_LIMIT_SIGN_IN_FAILURES: "2" }, outgoing });
    try {
      const browser = new Browser(fetchAt(limited.url));
      for (const page of ["/authorize/", "/authorize/", "/authorize?error=temporarily_unavailable"])
        expect((await browser.open(authorizationAddress())).href).toContain(ORIGIN + page);
    } finally {
      await limited.close();
    }
  });
});
