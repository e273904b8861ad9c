import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { get } from "node:http";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { createServer } from "@retrieval/http";
import {
  callAs,
  errorBody,
  NOW,
  PREVIOUS_SECRET,
  SECRET,
  signedRequest,
  startTestService,
  type TestService,
  useTestService,
} from "../harness.js";
import { seriesValue } from "./exposition.js";
import { scrape } from "./scrape.js";

const TOKEN = "a-token-for-scraping-0123456789";
const DURATION = "retrieval_http_request_duration_seconds";

/** How much a counter grew during an action. */
async function growth(t: TestService, name: string, labels: Record<string, string>, work: () => Promise<unknown>) {
  const read = async () => {
    const samples = await scrape(t);
    const known = samples.some((sample) => Object.entries(labels).every(([k, v]) => sample.labels[k] === v));
    return known ? seriesValue(samples, name, labels) : 0;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

describe("/metrics", () => {
  const t = useTestService({
    env: { SSO_SHARED_SECRET_PREVIOUS: PREVIOUS_SECRET, RATE_LIMIT_READS: "5", DATABASE_POOL_SIZE: "7" },
  });

  const signIn = (body: object) => t.http().post("/api/auth/sso-token").send(body);
  const upload = async (document_id: string, allowed_users: string[], content = "本文") => {
    const body = {
      access_rules: { allow_all: false, allowed_users },
      chunks: [{ text_type: "paragraph", content }],
    };
    return (await callAs(t, t.admin, "put", `/api/manage/documents/${document_id}?wait=true`, body)).body;
  };

  it("is text that Prometheus reads, with the version and the resources of the process", async () => {
    const samples = await scrape(t);
    expect(seriesValue(samples, "retrieval_build_info", { version: t.service.deps.version })).toBe(1);
    expect(seriesValue(samples, "retrieval_database_up")).toBe(1);
    expect(seriesValue(samples, "retrieval_process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    for (const name of ["retrieval_nodejs_eventloop_lag_p99_seconds", "retrieval_process_cpu_seconds_total"])
      expect(seriesValue(samples, name)).not.toBeLessThan(0);
    expect(samples.filter(({ name }) => !name.startsWith("retrieval_"))).toEqual([]);
  });

  it("begins every counter of events at 0, so that the first one is an increase", async () => {
    const samples = await scrape(t);
    expect(seriesValue(samples, "retrieval_access_mismatches_total")).toBe(0);
    for (const code of ["INTERNAL_ERROR", "UNAVAILABLE"])
      expect(seriesValue(samples, "retrieval_http_refusals_total", { code })).toBe(0);
    expect(seriesValue(samples, "retrieval_sign_ins_total", { result: "EXPIRED_TIMESTAMP" })).toBe(0);
    expect(seriesValue(samples, "retrieval_rate_limited_total", { limit: "sign_in_failures" })).toBe(0);
    expect(seriesValue(samples, "retrieval_secret_uses_total", { purpose: "session_token", secret: "previous" })).toBe(
      0,
    );
  });

  it("counts requests by route pattern, method and status, with their duration", async () => {
    const list = { method: "GET", route: "/api/manage/documents/:document_id/chunks", status: "404" };
    const work = async () => {
      for (const id of ["one", "two", "three"])
        await callAs(t, t.admin, "get", `/api/manage/documents/${id}/chunks`).expect(404);
    };
    expect(await growth(t, `${DURATION}_count`, list, work)).toBe(3);
    const samples = await scrape(t);
    expect(seriesValue(samples, `${DURATION}_sum`, list)).toBeGreaterThan(0);
    expect(seriesValue(samples, `${DURATION}_bucket`, { ...list, le: "60" })).toBe(3);
    expect(seriesValue(samples, "retrieval_http_requests_in_flight")).toBe(1);
    const head = { method: "HEAD", route: "/healthz", status: "200" };
    expect(await growth(t, `${DURATION}_count`, head, () => t.http().head("/healthz").expect(200))).toBe(1);
    const wrong = { method: "DELETE", route: "/healthz", status: "405" };
    expect(await growth(t, `${DURATION}_count`, wrong, () => t.http().delete("/healthz").expect(405))).toBe(1);
  });

  it("counts a request whose client went away as aborted and not as in flight", async () => {
    const labels = { method: "POST", route: "/api/search", status: "aborted" };
    const { hostname, port } = new URL(t.url);
    const socket = createConnection(Number(port), hostname);
    const head = ["POST /api/search HTTP/1.1", "Host: x", `Authorization: Bearer ${t.admin}`];
    const body = ["Content-Type: application/json", "Content-Length: 100", "", "{"];
    socket.write([...head, ...body].join("\r\n"));
    const inFlight = async (count: number) => {
      while (seriesValue(await scrape(t), "retrieval_http_requests_in_flight") !== count) await sleep(10);
    };
    await inFlight(2);
    socket.destroy();
    await inFlight(1);
    expect(seriesValue(await scrape(t), `${DURATION}_count`, labels)).toBe(1);
  });

  it("counts refusals by code, and those of signed requests by reason", async () => {
    const refused = (code: string, work: () => Promise<unknown>) =>
      growth(t, "retrieval_http_refusals_total", { code }, work);
    expect(await refused("NOT_FOUND", () => t.http().get("/nowhere").expect(404))).toBe(1);
    expect(await refused("METHOD_NOT_ALLOWED", () => t.http().put("/api/search").expect(405))).toBe(1);
    expect(await refused("UNAUTHORIZED", () => t.http().get("/api/session").expect(401))).toBe(1);
    expect(await refused("INVALID_REQUEST", () => t.http().get("/api/documents/%ff/outline").expect(400))).toBe(1);

    const judged = (result: string, body: object) =>
      growth(t, "retrieval_sign_ins_total", { result }, () => signIn(body));
    expect(await judged("accepted", signedRequest("000001", NOW))).toBe(1);
    expect(await judged("INVALID_SIGNATURE", { ...signedRequest("000001", NOW), user_id: "000002" })).toBe(1);
    expect(await judged("EXPIRED_TIMESTAMP", signedRequest("000001", NOW - 3600))).toBe(1);
    expect(await judged("USER_NOT_FOUND", signedRequest("nobody", NOW))).toBe(1);
    expect(await judged("INVALID_REQUEST", { user_id: 7 })).toBe(1);
  });

  it("counts refusals of rate limits by limit", async () => {
    const token = await t.signedIn("busy");
    const read = async () => {
      for (let i = 0; i < 7; i += 1) await callAs(t, token, "get", "/api/session");
    };
    expect(await growth(t, "retrieval_rate_limited_total", { limit: "reads" }, read)).toBe(2);
  });

  it("counts signatures and tokens of the current and the previous secret separately", async () => {
    const uses = (purpose: string, secret: string, work: () => Promise<unknown>) =>
      growth(t, "retrieval_secret_uses_total", { purpose, secret }, work);
    const old = signedRequest("000001", NOW, PREVIOUS_SECRET);
    expect(await uses("signed_request", "previous", () => signIn(old).expect(200))).toBe(1);
    expect(await uses("signed_request", "current", () => signIn(old).expect(200))).toBe(0);
    expect(await uses("signed_request", "current", () => signIn(signedRequest("000001", NOW)))).toBe(1);
    const session = () => callAs(t, t.admin, "get", "/api/manage/groups").expect(200);
    expect(await uses("session_token", "current", session)).toBe(1);
    expect(await uses("session_token", "previous", session)).toBe(0);
  });

  it("counts chunks that the database returned although the access rule forbids them", async () => {
    const reader = await t.signedIn("100001");
    await upload("open", ["100001"]);
    await upload("closed", ["100002"]);
    const ask = () =>
      callAs(t, reader, "post", "/api/reference", { docId: "closed", chunkId: "closed::paragraph-1" }).expect(404);
    expect(await growth(t, "retrieval_access_mismatches_total", {}, ask)).toBe(0);
    // Damages the copy of the rule that the query uses.
    const { db } = t.database;
    const open = db.selectFrom("documents").select("audience").where("document_id", "=", "open");
    await db.updateTable("documents").set({ audience: open }).where("document_id", "=", "closed").execute();
    expect(await growth(t, "retrieval_access_mismatches_total", {}, ask)).toBe(1);
  });

  it("shows the connections to the database", async () => {
    const samples = await scrape(t);
    expect(seriesValue(samples, "retrieval_database_pool_max_connections")).toBe(7);
    const open = seriesValue(samples, "retrieval_database_pool_connections");
    expect(open).toBeGreaterThan(0);
    expect(open).toBeLessThanOrEqual(7);
    expect(seriesValue(samples, "retrieval_database_pool_idle_connections")).toBeLessThanOrEqual(open);
    expect(seriesValue(samples, "retrieval_database_pool_waiting_requests")).toBe(0);
  });

  it("shows sign-ins that wait for the audit log, and that none was lost", async () => {
    await signIn(signedRequest("nobody", NOW)).expect(404);
    const samples = await scrape(t);
    expect(seriesValue(samples, "retrieval_audit_waiting_entries")).toBeGreaterThan(0);
    expect(seriesValue(samples, "retrieval_audit_lost_entries_total")).toBe(0);
  });

  it("has no series for Redis if none is set", async () => {
    expect((await scrape(t)).filter(({ name }) => name === "retrieval_rate_limits_shared")).toEqual([]);
  });

  it("has no additional series after a thousand unknown addresses and methods", async () => {
    const hostile = [
      '/a"b',
      "/a\\b",
      "/%0A",
      '/{le="1"}',
      "/api/manage/users/秘密の番号",
      "/api/documents/x%22%7D/outline",
    ];
    const methods = ["get", "post", "put", "delete", "patch", "propfind", "report"] as const;
    const send = async (from: number, count: number) => {
      for (let i = from; i < from + count; i += 1) {
        const path = encodeURI(hostile[i % hostile.length] ?? "") + (i % hostile.length < 4 ? `-${i}` : "");
        const request = t.http()[methods[i % methods.length] as "get"](path);
        await request.set({ "X-Request-Id": `mark-${i}`, "X-Forwarded-For": `192.0.2.${i % 250}` });
      }
    };
    const ofRequests = async () => (await scrape(t)).filter(({ name }) => name === `${DURATION}_count`);
    await send(0, hostile.length * methods.length);
    const before = await ofRequests();
    await send(hostile.length * methods.length, 1_000);
    const after = await ofRequests();
    expect(after.length).toBe(before.length);
    const routes = new Set(["other", ...OPERATION_LIST.map(({ path }) => path)]);
    for (const { labels } of after) {
      expect(routes).toContain(labels.route);
      expect(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"]).toContain(labels.method);
      expect(labels.status).toMatch(/^([1-5]\d\d|aborted)$/);
    }
    const said = (await scrape(t)).flatMap(({ labels }) => Object.values(labels)).join("\n");
    for (const mark of ["秘密", "mark-", "192.0.2", "000001", "100001", "closed", SECRET])
      expect(said).not.toContain(mark);
  });

  it("is not logged, like every probe", async () => {
    await scrape(t);
    expect(t.log()).not.toContain('"/metrics"');
  });
});

describe("/metrics without METRICS_TOKEN", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ httpsOnly: true });
  });
  afterAll(() => t.close());

  const NOTHING = { status: 404, body: errorBody("NOT_FOUND", "There is nothing at this address.") };

  it("answers a direct call from the loopback address", async () => {
    expect(seriesValue(await scrape(t), "retrieval_database_up")).toBe(1);
  });

  it("is 404 with a proxy's header of any value, with any method and query", async () => {
    for (const [name, value] of [
      ["X-Forwarded-For", "127.0.0.1"],
      ["x-forwarded-for", ""],
      ["X-Forwarded-Proto", "https"],
      ["X-Forwarded-Host", "localhost"],
      ["X-Forwarded-Server", "proxy"],
      ["Forwarded", "for=127.0.0.1"],
      ["X-Real-IP", "127.0.0.1"],
      ["X-Client-IP", "127.0.0.1"],
      ["CF-Connecting-IP", "127.0.0.1"],
      ["True-Client-IP", "127.0.0.1"],
      ["Via", "1.1 proxy"],
    ] as const) {
      for (const [method, path] of [
        ["get", "/metrics"],
        ["get", "/metrics?unknown=1"],
        ["post", "/metrics"],
      ] as const) {
        const { status, body } = await t.http()[method](path).set(name, value);
        expect({ name, method, path, status, body }).toEqual({ name, method, path, ...NOTHING });
      }
    }
  });

  it("is 404 if TRUST_PROXY has any value, also without such a header", async () => {
    for (const TRUST_PROXY of ["1", "2", "loopback", "10.0.0.0/8"]) {
      const behind = await startTestService({ env: { TRUST_PROXY } });
      const { status, body } = await behind.http().get("/metrics");
      expect({ TRUST_PROXY, status, body }).toEqual({ TRUST_PROXY, ...NOTHING });
      await behind.close();
    }
  });

  it("is 404 for a call that does not come from the loopback address, as through a Unix socket", async () => {
    const path = join(await mkdtemp(join(tmpdir(), "retrieval-metrics-")), "s");
    const server = createServer(t.service.app).server.listen(path);
    await once(server, "listening");
    const answer = await new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      const asked = get({ socketPath: path, path: "/metrics" }, async (res) => {
        resolve({ status: res.statusCode, body: JSON.parse(Buffer.concat(await res.toArray()).toString()) });
      });
      asked.on("error", reject);
    });
    server.close();
    expect(answer).toEqual(NOTHING);
  });
});

describe("/metrics with METRICS_TOKEN", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ env: { METRICS_TOKEN: TOKEN }, httpsOnly: true });
  });
  afterAll(() => t.close());

  it("answers callers with the token, over plain HTTP and through a proxy too", async () => {
    expect(seriesValue(await scrape(t, TOKEN), "retrieval_database_up")).toBe(1);
    await t
      .http()
      .get("/metrics")
      .set({ Authorization: `Bearer ${TOKEN}`, Via: "1.1 proxy" })
      .expect(200);
  });

  it("is 401 with the error body for all others, also a signed-in admin, and never shows the token", async () => {
    const wrong = ["", `${TOKEN}x`, TOKEN.slice(0, -1), TOKEN.toUpperCase(), `x ${TOKEN}`, "0".repeat(100_00)];
    for (const given of [undefined, ...wrong.map((token) => `Bearer ${token}`), TOKEN, `Basic ${TOKEN}`]) {
      const request = t.http().get("/metrics");
      const answer = await (given === undefined ? request : request.set("Authorization", given));
      expect({ given, status: answer.status, body: answer.body }).toEqual({
        given,
        status: 401,
        body: errorBody("UNAUTHORIZED"),
      });
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      expect(answer.text).not.toContain(TOKEN);
    }
    const samples = await scrape(t, TOKEN);
    expect(seriesValue(samples, "retrieval_http_refusals_total", { code: "UNAUTHORIZED" })).toBe(wrong.length + 3);
    expect(t.log()).not.toContain(TOKEN);
  });
});
