import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { callAs, errorBody, PREVIOUS_SECRET, SECRET, type TestService, useTestService } from "../harness.js";
import { readExposition, seriesValue } from "./exposition.js";

const figure = async (t: TestService, name: string, labels = {}) =>
  seriesValue(readExposition((await t.http().get("/metrics")).text), name, labels);
const waiting = (t: TestService) => figure(t, "retrieval_http_requests_waiting_for_turn");
const refusedByQueue = (t: TestService) => figure(t, "retrieval_rate_limited_total", { limit: "reader_queue" });

/** The test's searches and publications wait for this lock. */
async function whileLocked(t: TestService, look: () => Promise<void>): Promise<void> {
  const lock = await t.database.pool.connect();
  await lock.query("BEGIN; LOCK TABLE chunks IN ACCESS EXCLUSIVE MODE");
  try {
    await look();
  } finally {
    await lock.query("ROLLBACK");
    lock.release();
  }
}

describe("the share of one reader", () => {
  // A search waits for the lock as long as the test runs.
  const t = useTestService({ env: { SEARCH_TIMEOUT_MS: "30000", MAX_REQUESTS_IN_FLIGHT: "32" } });
  let greedy: string;
  let calm: string;
  beforeAll(async () => {
    greedy = await t.signedIn("greedy");
    calm = await t.signedIn("calm");
  });

  const search = (token: string) => callAs(t, token, "post", "/api/search", { query: "休暇" }).then((answer) => answer);
  const session = async (token: string) => (await callAs(t, token, "get", "/api/session")).status;
  const searchesAtWork = async () => {
    const { rows } = await t.database.pool.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows[0]?.count;
  };

  it("is one search at work and 16 that wait; more are 429, and other readers are not affected", async () => {
    const refusedBefore = await refusedByQueue(t);
    let answers: Promise<Awaited<ReturnType<typeof search>>[]> | undefined;
    const refused: Awaited<ReturnType<typeof search>>[] = [];
    await whileLocked(t, async () => {
      const asked = Array.from({ length: 40 }, () => search(greedy));
      for (const answer of asked) void answer.then((one) => one.status === 429 && refused.push(one));
      answers = Promise.all(asked);
      while (refused.length < 23 || (await searchesAtWork()) !== 1) await sleep(5);
      expect(await waiting(t)).toBe(16);
      expect((await refusedByQueue(t)) - refusedBefore).toBe(23);
      for (const { body, headers } of refused) {
        expect(body).toEqual(errorBody("RATE_LIMITED", "Too many of your requests are waiting. Send fewer at once."));
        expect(headers["retry-after"]).toBe("1");
      }
      // The limit of requests in flight is 32: if those that wait counted, one of the others would be refused.
      const others = Array.from({ length: 16 }, () => session(calm));
      expect(await Promise.all(others)).toEqual(others.map(() => 200));
      expect((await callAs(t, t.admin, "get", "/api/manage/users")).status).toBe(200);
      expect(await searchesAtWork()).toBe(1);
    });
    const statuses = (await (answers as NonNullable<typeof answers>)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(17);
    expect(await waiting(t)).toBe(0);
  });

  it("does nothing for a client that went away while its request waited", async () => {
    let atWork: Promise<unknown> | undefined;
    const before = t.answers.length;
    await whileLocked(t, async () => {
      atWork = search(greedy);
      while ((await searchesAtWork()) !== 1) await sleep(5);
      const leaving = Array.from({ length: 10 }, () => rawSearch(greedy));
      while ((await waiting(t)) !== 10) await sleep(5);
      for (const socket of leaving) socket.destroy();
      while ((await waiting(t)) !== 0) await sleep(5);
    });
    await atWork;
    const searches = t.answers.slice(before).filter(({ path }) => path === "/api/search");
    expect(searches.map(({ status }) => status)).toEqual([200]);
  });

  it("is not used by a slow body", async () => {
    const slow = Array.from({ length: 20 }, () => rawSearch(greedy, { missing: 1 }));
    try {
      await Promise.all(slow.map((socket) => once(socket, "readable")));
      expect(await session(greedy)).toBe(200);
    } finally {
      for (const socket of slow) socket.destroy();
    }
  });

  it("is separate for management, and an upload that waits for its job does not use it", async () => {
    const upload = (n: number) =>
      callAs(t, t.admin, "put", `/api/manage/documents/d${n}?wait=true`, {
        chunks: [{ text_type: "paragraph", content: "休暇" }],
      }).then(({ status, body }) => ({ status, state: body.state }));
    let uploads: Promise<unknown> | undefined;
    let searches: Promise<unknown> | undefined;
    await whileLocked(t, async () => {
      uploads = Promise.all([0, 1, 2, 3, 4, 5].map(upload));
      searches = Promise.all([0, 1, 2, 3].map(() => search(t.admin)));
      // A search, and one or both of the concurrent jobs.
      while (Number(await searchesAtWork()) < 2) await sleep(5);
      expect((await callAs(t, t.admin, "get", "/api/manage/users")).status).toBe(200);
    });
    expect(await uploads).toEqual(Array.from({ length: 6 }, () => ({ status: 200, state: "done" })));
    await searches;
  });

  it("is not used by a download whose client does not read", async () => {
    // More than the system buffers for a client that does not read.
    const page = Buffer.from(`<p>休暇</p><!--${"x".repeat(6_000_000)}-->`) as unknown as string;
    const type = { "Content-Type": "text/html" };
    const put = await callAs(t, t.admin, "put", "/api/manage/documents/large?wait=true", undefined, type).send(page);
    expect(put.body.state).toBe("done");
    const downloads = Array.from({ length: 8 }, () => raw("GET /api/documents/large/original HTTP/1.1", t.admin));
    try {
      await Promise.all(downloads.map((socket) => once(socket, "readable")));
      expect((await callAs(t, t.admin, "get", "/api/documents")).status).toBe(200);
      // The answers have begun and cannot end, because no client reads them.
      expect(await figure(t, "retrieval_http_requests_in_flight")).toBe(9);
    } finally {
      for (const socket of downloads) socket.destroy();
    }
  });

  it("is attributed in each request's log line by user_id", async () => {
    const line = (path: string, status: number) =>
      t
        .log()
        .trimEnd()
        .split("\n")
        .map((text) => JSON.parse(text))
        .findLast(({ req, res }) => req?.path === path && res?.status === status);
    await session(calm);
    await callAs(t, calm, "get", "/api/manage/users");
    await t.http().get("/api/session");
    await t.http().get("/api/config");
    while (line("/api/config", 200) === undefined) await sleep(5);
    expect(line("/api/session", 200)).toMatchObject({ user_id: "calm" });
    expect(line("/api/manage/users", 403)).toMatchObject({ user_id: "calm" });
    // A request that was refused in the first test, before the service read its user.
    expect(line("/api/search", 429)).toMatchObject({ user_id: "greedy" });
    expect(line("/api/session", 401)).not.toHaveProperty("user_id");
    expect(line("/api/config", 200)).not.toHaveProperty("user_id");
  });

  function raw(head: string, token: string, rest = "\r\n"): Socket {
    const socket = connect(Number(new URL(t.url).port), "127.0.0.1");
    socket.pause();
    socket.write(`${head}\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${rest}`);
    return socket;
  }

  function rawSearch(token: string, { missing = 0 } = {}): Socket {
    const body = JSON.stringify({ query: "leave" });
    const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    return raw("POST /api/search HTTP/1.1", token, type + body.slice(0, body.length - missing));
  }
});

describe("requests refused because of load", () => {
  const t = useTestService({
    env: { SEARCH_TIMEOUT_MS: "30000", RATE_LIMIT_READS: "10", MAX_REQUESTS_IN_FLIGHT: "2" },
  });

  it("count against their sender; an invalid token counts against no user", async () => {
    const [sender, other] = [await t.signedIn("sender"), await t.signedIn("other")];
    const session = async (token: string) => (await callAs(t, token, "get", "/api/session")).status;
    const [head, claims] = other.split(".");
    const forged = `${head}.${claims}.${sender.split(".")[2]}`;
    const lock = await t.database.pool.connect();
    await lock.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    const both = [0, 1].map(() => session(t.admin));
    while (!t.service.deps.inFlight.isFull) await sleep(5);
    for (let n = 0; n < 10; n += 1) {
      expect(await session(sender)).toBe(503);
      expect(await session(forged)).toBe(503);
    }
    await lock.query("ROLLBACK");
    lock.release();
    expect(await Promise.all(both)).toEqual([200, 200]);
    expect(await session(sender)).toBe(429);
    expect(await session(other)).toBe(200);
  });
});

describe("requests beyond a sender's share", () => {
  const t = useTestService({ env: { SEARCH_TIMEOUT_MS: "30000", RATE_LIMIT_READS: "30" } });

  it("count against the sender's read limit, also for management", async () => {
    const reader = await t.signedIn("reader");
    const search = () => callAs(t, reader, "post", "/api/search", { query: "休暇" });
    const list = () => callAs(t, t.admin, "get", "/api/manage/documents");
    const ofEach = (count: number, ask: typeof search) =>
      Array.from({ length: count }, async () => (await ask()).status);
    const lock = await t.database.pool.connect();
    await lock.query("BEGIN; LOCK TABLE chunks, documents IN ACCESS EXCLUSIVE MODE");
    try {
      const asked = [...ofEach(17, search), ...ofEach(20, list)];
      while ((await waiting(t)) !== 32) await sleep(5);
      // Each is refused, at most 30 by the queue: then the read limit says how long to wait.
      for (const ask of [search, list]) {
        const refusals: string[] = [];
        while (refusals.length <= 30 && !refusals.at(-1)?.startsWith("Too many requests. Wait ")) {
          const { status, body } = await ask();
          expect(status).toBe(429);
          refusals.push(body.error.message);
        }
        expect(refusals.at(-1)).toMatch(/^Too many requests\. Wait \d+ second/);
        expect(refusals[0]).toBe("Too many of your requests are waiting. Send fewer at once.");
      }
      await lock.query("ROLLBACK");
      // Requests with a place are answered; a search that was not counted before the limit was reached may be refused.
      expect((await Promise.all(asked)).slice(17)).toEqual(Array.from({ length: 20 }, () => 200));
    } finally {
      lock.release(true);
    }
    expect((await callAs(t, t.admin, "get", "/api/session")).status).toBe(429);
    expect((await callAs(t, t.admin, "get", "/api/manage/users")).status).toBe(200);
  });
});

describe("a search", () => {
  const t = useTestService({ env: { SEARCH_TIMEOUT_MS: "1000" } });

  it("ends after SEARCH_TIMEOUT_MS, in PostgreSQL too, with a remedy", async () => {
    const reader = await t.signedIn("reader");
    const search = () => callAs(t, reader, "post", "/api/search", { query: "休暇 手当" });
    await whileLocked(t, async () => {
      const { status, body, headers } = await search();
      expect({ status, body }).toEqual({
        status: 503,
        body: errorBody(
          "UNAVAILABLE",
          "The search took too long and was stopped. Use fewer words, or words that occur less often.",
        ),
      });
      expect(headers["retry-after"]).toBe("5");
      const { rows } = await t.database.pool.query(
        "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(rows).toEqual([]);
    });
    expect(await figure(t, "retrieval_rate_limited_total", { limit: "search_time" })).toBe(1);
    expect((await search()).status).toBe(200);
    const stopped = t
      .log()
      .split("\n")
      .find((line) => line.includes("a search took longer than SEARCH_TIMEOUT_MS and was stopped"));
    expect(JSON.parse(stopped ?? "null")).toMatchObject({ user_id: "reader" });
  });
});

describe("a list of documents", () => {
  const t = useTestService();

  it("continues only with a cursor that this service issued to this user", async () => {
    for (const id of ["a", "b"]) {
      const chunks = [{ text_type: "paragraph", content: "休暇" }];
      await callAs(t, t.admin, "put", `/api/manage/documents/${id}?wait=true`, { chunks }).expect(200);
    }
    const [reader, other] = [await t.signedIn("reader"), await t.signedIn("other")];
    const page = (token: string, cursor: string) => callAs(t, token, "get", `/api/documents?limit=1${cursor}`);
    const { next_cursor } = (await page(reader, "")).body;
    expect((await page(reader, `&cursor=${next_cursor}`)).status).toBe(200);
    // Its content without the seal.
    const content = Buffer.from(next_cursor, "base64url").subarray(16);
    for (const [token, cursor] of [
      [other, next_cursor],
      [reader, content.toString("base64url")],
      [reader, `${next_cursor.slice(0, -4)}AAAA`],
    ]) {
      const { status, body } = await page(token, `&cursor=${cursor}`);
      expect({ status, body }).toEqual({
        status: 400,
        body: errorBody("INVALID_REQUEST", expect.stringContaining("Invalid cursor.")),
      });
    }
  });
});

describe("a cursor from before a change of the shared secret", () => {
  const before = useTestService();
  const after = useTestService({ env: { SSO_SHARED_SECRET: PREVIOUS_SECRET, SSO_SHARED_SECRET_PREVIOUS: SECRET } });

  it("stays valid under the new secret", async () => {
    await before.signedIn("000002");
    const { next_cursor } = (await callAs(before, before.admin, "get", "/api/manage/users?limit=1")).body;
    const path = `/api/manage/users?limit=1&cursor=${next_cursor}`;
    expect((await callAs(after, after.admin, "get", path)).status).toBe(200);
  });
});
