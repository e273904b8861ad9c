import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { errorBody, PORTAL, startTestService, type TestService } from "../harness.js";

describe("every route", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ env: { TRUST_PROXY: "1" } });
  });
  afterAll(() => t.close());

  const pathOf = (path: string) => path.replace(/:\w+/g, "some-id");
  const isAtPath = (template: string, path: string) =>
    new RegExp(`^${template.replace(/:\w+/g, "[^/]+")}$`).test(pathOf(path));
  const guarded = OPERATION_LIST.filter(({ access }) => access !== "public");

  it.each(guarded.map(({ method, path }) => [method, path] as const))(
    "%s %s is 401 without a token",
    async (method, path) => {
      const response = await t.http()[method](pathOf(path));
      expect(response.status).toBe(401);
      expect(response.body).toEqual(errorBody("UNAUTHORIZED"));
      expect(response.headers["www-authenticate"]).toBe("Bearer");
    },
  );

  it.each(guarded.filter(({ access }) => access === "admin").map(({ method, path }) => [method, path] as const))(
    "%s %s is 403 for a user",
    async (method, path) => {
      const token = await t.signedIn("u-1");
      const response = await t.http()[method](pathOf(path)).set("Authorization", `Bearer ${token}`);
      expect(response.status).toBe(403);
      expect(response.body).toEqual(errorBody("FORBIDDEN"));
    },
  );

  it("answers other methods with 405 and Allow", async () => {
    for (const path of new Set(OPERATION_LIST.map((route) => route.path))) {
      // An employee's number may be `bulk`, and a document's id `plan`.
      const known = OPERATION_LIST.filter((route) => isAtPath(route.path, path)).map(({ method }) => method as string);
      for (const method of ["get", "post", "put", "delete", "patch"] as const) {
        if (known.includes(method)) continue;
        // 404 for callers through a proxy or without METRICS_TOKEN: see metrics.test.ts.
        if (path === "/metrics") continue;
        const response = await t.http()[method](pathOf(path));
        expect({ path, method, status: response.status }).toEqual({ path, method, status: 405 });
        expect(response.body).toEqual(errorBody("METHOD_NOT_ALLOWED"));
        for (const allowed of known) expect(response.headers.allow?.toLowerCase()).toContain(allowed);
      }
    }
  });

  it("does not echo a TRACE request", async () => {
    for (const path of ["/", "/healthz", "/api/session", "/nothing"]) {
      const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
        const sent = request(`${t.url}${path}`, { method: "TRACE", headers: { "X-Mine": "CANARY" } }, (res) => {
          let text = "";
          res.on("data", (part) => {
            text += part;
          });
          res.on("end", () => resolve({ status: res.statusCode, text }));
        });
        sent.on("error", reject).end();
      });
      expect([404, 405]).toContain(answer.status);
      expect(answer.text).not.toContain("CANARY");
    }
  });

  it("answers unknown addresses with 404 and the error body, also strange ones", async () => {
    for (const path of [
      "/api/nothing",
      "/api",
      "/api/auth/sso-token/",
      "/API/session",
      "/api/manage/users/a/b",
      "/.env",
      "/%2e%2e/etc/passwd",
    ]) {
      const response = await t.http().get(path);
      expect({ path, status: response.status, body: response.body }).toEqual({
        path,
        status: 404,
        body: errorBody("NOT_FOUND"),
      });
    }
    const undecodable = await t.http().get("/api/manage/jobs/%E0%A4%A");
    expect(undecodable.status).toBe(400);
    expect(undecodable.body).toEqual(errorBody("INVALID_REQUEST"));
  });

  it("refuses other content types with 415 and too large bodies with 413", async () => {
    const token = await t.signedIn("adm", { role: "admin" });
    const form = await t.http().post("/api/auth/sso-token").type("form").send("user_id=1");
    expect(form.status).toBe(415);
    expect(form.body).toEqual(errorBody("UNSUPPORTED_MEDIA_TYPE"));
    const json = (path: string, bytes: number) =>
      t
        .http()
        .post(path)
        .set("Authorization", `Bearer ${token}`)
        .set("Content-Type", "application/json")
        .send(`"${"x".repeat(bytes - 2)}"`);
    for (const [path, limit] of [
      ["/api/auth/sso-token", 16 * 1024],
      ["/api/reference", 16 * 1024],
      ["/api/manage/users/bulk", 1024 * 1024],
    ] as const) {
      expect((await json(path, limit)).status).not.toBe(413);
      const large = await json(path, limit + 1);
      expect(large.status).toBe(413);
      expect(large.body).toEqual(errorBody("PAYLOAD_TOO_LARGE"));
    }
  });

  it("allows the portal's origin POST and OPTIONS, and other origins nothing", async () => {
    const preflight = (origin: string) =>
      t.http().options("/api/auth/sso-token").set("Origin", origin).set("Access-Control-Request-Method", "POST");
    const portal = await preflight(PORTAL);
    expect(portal.status).toBe(204);
    expect(portal.headers["access-control-allow-origin"]).toBe(PORTAL);
    expect(portal.headers["access-control-allow-methods"]).toBe("POST,OPTIONS");
    expect(portal.headers["access-control-allow-headers"]).toBe("Content-Type,Authorization");
    for (const origin of ["https://evil.example", `${PORTAL}.evil.example`, "null", PORTAL.replace("https", "http")]) {
      expect((await preflight(origin)).headers["access-control-allow-origin"]).toBeUndefined();
    }
    const actual = await t.http().post("/api/auth/sso-token").set("Origin", PORTAL).send({});
    expect(actual.headers["access-control-allow-origin"]).toBe(PORTAL);
    expect(actual.headers.vary).toContain("Origin");
  });

  it("sends headers against framing, sniffing, caching and referrers", async () => {
    const { headers } = await t.http().get("/api/config");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
    expect(headers["x-powered-by"]).toBeUndefined();
  });

  it("is not cached, unless its answer is public and allows it", async () => {
    const token = await t.signedIn("u-1");
    const cachingOf = async (path: string) =>
      (await t.http().get(path).set("Authorization", `Bearer ${token}`)).headers["cache-control"];
    const said = { "/.well-known/jwks.json": "public, max-age=300", "/api/openapi.json": "no-cache" };
    for (const { path } of OPERATION_LIST.filter(({ method }) => method === "get")) {
      const caching = said[path as keyof typeof said] ?? "no-store";
      expect({ path, caching: await cachingOf(pathOf(path)) }).toEqual({ path, caching });
    }
    for (const path of ["/nothing", "/api/nothing", "/%E0%A4%A"]) expect(await cachingOf(path)).toBe("no-store");
  });

  it("logs a request that the caller's role does not allow", async () => {
    const token = await t.signedIn("u-2");
    await t.http().get("/api/manage/audit").set("Authorization", `Bearer ${token}`);
    const lines = t
      .log()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ user_id }) => user_id === "u-2")).toEqual([
      expect.objectContaining({ level: 40, msg: "a user without the role admin asked for what needs it" }),
      expect.objectContaining({ level: 30, msg: "request completed", res: { status: 403 } }),
    ]);
  });

  it("is alive and ready, and shows no keys if they are secret", async () => {
    expect((await t.http().get("/healthz")).body).toEqual({ status: "ok" });
    expect((await t.http().get("/readyz")).body).toEqual({ status: "ready", meaning: "off" });
    expect((await t.http().get("/.well-known/jwks.json")).body).toEqual({ keys: [] });
    expect((await t.http().get("/api/config")).body).toEqual({
      portal_origin: PORTAL,
      version: expect.any(String),
      time_zone: "UTC",
      four_eyes: false,
      answers_by_model: false,
      access_tokens: ["api", "authzen"],
    });
  });
});

describe("HTTPS only", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ httpsOnly: true, env: { TRUST_PROXY: "loopback" } });
  });
  afterAll(() => t.close());

  it("refuses the API over plain HTTP, redirects pages, and exempts probes", async () => {
    const api = await t.http().post("/api/auth/sso-token").send({});
    expect(api.status).toBe(403);
    expect(api.body).toEqual(errorBody("HTTPS_REQUIRED"));
    const page = await t.http().get("/read?chunk=1").set("Host", "service.example");
    expect(page.status).toBe(308);
    expect(page.headers.location).toBe("https://service.example/read?chunk=1");
    for (const refused of [api, page]) expect(refused.headers["cache-control"]).toBe("no-store");
    expect((await t.http().get("/healthz")).status).toBe(200);
    expect((await t.http().get("/readyz")).status).toBe(200);
  });

  it("redirects to the request's Host, whatever a proxy's header says", async () => {
    for (const host of ["service.example", "service.example:8443", "my_service", "10.0.0.7:80", "[2001:db8::1]:8080"]) {
      const { headers } = await t.http().get("/read").set("Host", host).set("X-Forwarded-Host", "evil.example");
      expect(headers.location).toBe(`https://${host}/read`);
    }
  });

  it("refuses to redirect to an invalid host", async () => {
    for (const host of [
      "evil.example/path",
      "service.example@evil.example",
      "service.example:port",
      "service.example:",
      "a b",
      "a?b",
      "a#b",
      "a\\b",
      "[::1",
      "",
      "é.example",
    ]) {
      const response = await t.http().get("/read").set("Host", host);
      expect({ host, status: response.status, body: response.body }).toEqual({
        host,
        status: 400,
        body: errorBody("INVALID_REQUEST"),
      });
      expect(response.headers.location).toBeUndefined();
    }
  });

  it("trusts X-Forwarded-Proto from a trusted proxy, and then sends HSTS", async () => {
    const response = await t.http().get("/api/config").set("X-Forwarded-Proto", "https");
    expect(response.status).toBe(200);
    expect(response.headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
  });

  it("trusts it only if every hop used HTTPS", async () => {
    const through = (...values: string[]) => t.http().get("/api/config").set("X-Forwarded-Proto", values.join(","));
    for (const values of [["https"], ["HTTPS"], ["https", " https"]])
      expect({ values, status: (await through(...values)).status }).toEqual({ values, status: 200 });
    for (const values of [
      ["http"],
      ["https", "http"],
      ["http", "https"],
      ["https", ""],
      ["", "https"],
      ["httpss"],
      [""],
    ])
      expect({ values, status: (await through(...values)).status }).toEqual({ values, status: 403 });
  });

  it("does not trust it from other callers", async () => {
    const other = await startTestService({ httpsOnly: true });
    try {
      expect((await other.http().get("/api/config").set("X-Forwarded-Proto", "https")).status).toBe(403);
    } finally {
      await other.close();
    }
  });
});
