import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type PostgresServer, startPostgresServer } from "@retrieval/contract";
import { errorBody, NOW, signedRequest, startTestService, type TestService } from "../harness.js";

describe("reading more often than allowed", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ env: { RATE_LIMIT_READS: "3" } });
  });
  afterAll(() => t.close());

  it("is 429 with Retry-After for that user, and affects neither other users nor administration", async () => {
    const token = await t.signedIn("busy");
    const read = (bearer: string) => t.http().get("/api/session").set("Authorization", `Bearer ${bearer}`);
    for (let i = 0; i < 3; i += 1) expect((await read(token)).status).toBe(200);
    const limited = await read(token);
    expect(limited.status).toBe(429);
    expect(limited.body).toEqual(errorBody("RATE_LIMITED"));
    expect(Number(limited.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(Number(limited.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect((await read(await t.signedIn("calm"))).status).toBe(200);
    // Signing out is not reading: the token must end.
    expect((await t.http().delete("/api/session").set("Authorization", `Bearer ${token}`)).status).toBe(204);
    const admin = await t.signedIn("adm", { role: "admin" });
    for (let i = 0; i < 5; i += 1) {
      expect((await t.http().get("/api/manage/users").set("Authorization", `Bearer ${admin}`)).status).toBe(200);
    }
  });
});

describe("identifiers at both sides of their limits", () => {
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    t = await startTestService();
    admin = await t.signedIn("000001", { role: "admin" });
  });
  afterAll(() => t.close());

  const chunks = [{ text_type: "paragraph", content: "x" }];
  const put = (document_id: string) =>
    t
      .http()
      .put(`/api/manage/documents/${encodeURIComponent(document_id)}?wait=true`)
      .set("Authorization", `Bearer ${admin}`)
      .send({ chunks });

  it("document_id: 1 to 128 letters, digits, dot, underscore and hyphen, beginning with a letter or digit", async () => {
    for (const id of ["a", "規程", "2026-01_v1.2", "𠮷".repeat(64), "x".repeat(128)]) {
      expect({ id, status: (await put(id)).status }).toEqual({ id, status: 200 });
    }
    for (const id of ["x".repeat(129), "-a", ".a", "a b", "a:b", "a\u0000", "a\n", "é́", "a/b", "..", "👩"]) {
      expect({ id, code: (await put(id)).body.error?.code }).toEqual({ id, code: "INVALID_IDENTIFIER" });
    }
  });

  it("chunkId: 512 characters", async () => {
    const ask = (chunkId: string) =>
      t.http().post("/api/reference").set("Authorization", `Bearer ${admin}`).send({ docId: "a", chunkId });
    const ofLength = (length: number) => `a::${"x".repeat(length - "a::::paragraph-1".length)}::paragraph-1`;
    expect((await ask(ofLength(512))).status).toBe(404);
    expect((await ask(ofLength(513))).status).toBe(422);
  });

  it("a page: 1 to 200", async () => {
    const list = (limit: string) =>
      t.http().get(`/api/manage/users?limit=${limit}`).set("Authorization", `Bearer ${admin}`);
    for (const limit of ["1", "200"]) expect((await list(limit)).status).toBe(200);
    for (const limit of ["0", "201", "-1", "1.5", "", "1e2x"])
      expect({ limit, status: (await list(limit)).status }).toEqual({ limit, status: 400 });
  });

  it("user names 128 characters, keys 128, e-mail 254, groups 500, the password 1,024", async () => {
    const entry = async (fields: object) => {
      const { body } = await t
        .http()
        .post("/api/manage/users/bulk")
        .set("Authorization", `Bearer ${admin}`)
        .send({ users: [{ user_id: "limit", display_name: "L", ...fields }], update_existing: true });
      return body.errors[0]?.error ?? "taken";
    };
    const email = (length: number) => `${"x".repeat(length - "@b.example".length)}@b.example`;
    const groups = (count: number) => Array.from({ length: count }, (_, i) => `g${i}`);
    for (const fields of [
      { display_name: "𠮷".repeat(128) },
      { user_id: "k".repeat(128) },
      { department_code: "d".repeat(128) },
      { department: "部".repeat(128) },
      { email: email(254) },
      { permission_groups: groups(500) },
      { password: "p".repeat(1024) },
    ]) {
      expect({ fields: Object.keys(fields), taken: await entry(fields) }).toEqual({
        fields: Object.keys(fields),
        taken: "taken",
      });
    }
    for (const fields of [
      { display_name: "𠮷".repeat(129) },
      { user_id: "k".repeat(129) },
      { department_code: "d".repeat(129) },
      { department: "部".repeat(129) },
      { email: email(255) },
      { permission_groups: groups(501) },
      { password: "p".repeat(1025) },
    ]) {
      const [field] = Object.keys(fields) as [string];
      expect({ field, error: await entry(fields) }).toEqual({ field, error: expect.stringContaining(field) });
    }
  });

  it("a token stays under 4 KB: groups that do not fit are left out, and a claim says so", async () => {
    const groups = Array.from({ length: 500 }, (_, i) => `権限グループ-${i}`);
    const token = await t.signedIn("many-groups", { permission_groups: groups });
    expect(token.length).toBeLessThan(4096);
    const claims = JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString());
    expect(claims).toMatchObject({ permission_groups: [], groups_omitted: true });
    const live = await t.http().get("/api/session?principals=true").set("Authorization", `Bearer ${token}`);
    expect(live.body.principals).toHaveLength(502);
    const longest = await t.signedIn("𠮷".repeat(116), { department_code: "𠮷".repeat(128) });
    expect(longest.length).toBeLessThan(4096);
  });
});

describe("while the database is away", () => {
  let server: PostgresServer;
  let t: TestService;
  beforeAll(async () => {
    server = await startPostgresServer();
    t = await startTestService({ serverUrl: server.url });
  });
  afterAll(async () => {
    await t.close();
    await server.stop();
  });

  it("answers 503 UNAVAILABLE with Retry-After on every route, stays alive, and recovers by itself", async () => {
    const token = await t.signedIn("000001", { role: "admin" });
    const doors = () => [
      t.http().post("/api/auth/sso-token").send(signedRequest("000001", NOW)),
      t.http().get("/api/session").set("Authorization", `Bearer ${token}`),
      t.http().post("/api/manage/users/bulk").set("Authorization", `Bearer ${token}`).send({ users: [] }),
      t.http().get("/readyz"),
    ];
    await server.kill9();
    for (const door of doors()) {
      const response = await door;
      expect(response.status).toBe(503);
      expect(response.body).toEqual(errorBody("UNAVAILABLE"));
      expect(response.headers["retry-after"]).toBe("5");
    }
    const log = logged(t).filter(({ req }) => req !== undefined);
    const reasons = log.filter(({ level }) => level === WARN).map(({ req, reason }) => ({ path: req?.path, reason }));
    const reason = expect.stringContaining("database");
    expect(reasons).toEqual(
      ["/api/auth/sso-token", "/api/session", "/api/manage/users/bulk", "/readyz"].map((path) => ({ path, reason })),
    );
    expect(log.filter(({ level }) => level > WARN)).toEqual([]);
    expect(JSON.stringify(log)).not.toContain('"stack"');
    expect((await t.http().get("/healthz")).status).toBe(200);
    // The service still refuses what it can judge without the database.
    expect(
      (
        await t
          .http()
          .post("/api/auth/sso-token")
          .send({ ...signedRequest("000001", NOW), signature: "" })
      ).status,
    ).toBe(401);
    await server.restart();
    for (const door of doors()) expect((await door).status).toBe(200);
  });
});

const WARN = 40;

interface LogLine {
  readonly level: number;
  readonly req?: { readonly path: string };
  readonly reason?: string;
}

function logged(t: TestService): LogLine[] {
  return t
    .log()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LogLine);
}
