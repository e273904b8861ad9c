import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import pg from "pg";
import { ServiceProcess } from "../test/process/service-process.js";
import { disagreements } from "./agreement.js";
import { ADMIN, aDocument } from "./load.js";
import { TcpProxy } from "./tcp-proxy.js";
import { type Answered, WatchedCalls } from "./watched-calls.js";

/** Several times the sum of the service's own limits: 5 s for a connection, 10 s of silence, a check of 5 s. */
const WITHIN = 60_000;
const DOCUMENT = "rules";
/** How often to repeat a try that a paused machine has spoiled. */
const TRIES = 5;

describe("a database that is slow", () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let direct: pg.Client;
  let service: ServiceProcess;
  let token: string;
  const calls = new WatchedCalls(() => service, WITHIN);
  beforeAll(async () => {
    database = await createTestDatabase();
    direct = new pg.Client({ connectionString: database.url });
    await direct.connect();
    proxy = await TcpProxy.before(database.url);
    // As an operator sets it to end statements sooner than after 30 seconds.
    const url = `${proxy.url}?statement_timeout=5000&idle_in_transaction_session_timeout=2500`;
    service = await ServiceProcess.serve(url, { ...ADMIN, DATABASE_POOL_SIZE: "2" });
    token = await service.signIn(ADMIN.ADMIN_USER_ID);
    const made = await calls.call("PUT", `/api/manage/documents/${DOCUMENT}?wait=true`, {
      token,
      body: aDocument(DOCUMENT, "v1"),
    });
    expect(made.body).toMatchObject({ state: "done" });
  });
  afterEach(async () => {
    proxy.delay = 0;
    proxy.silent = false;
    await direct.query("ROLLBACK");
    // It recovers by itself.
    for (let answer = await session(); answer.status !== 200; answer = await session()) await sleep(100);
    expect(calls.broken.splice(0)).toEqual([]);
    expect(await disagreements(direct)).toEqual([]);
  });
  afterAll(async () => {
    await service.end("SIGKILL");
    await proxy.close();
    await direct.end();
    await database.drop();
  });

  const session = (as = token) => calls.call("GET", "/api/session", { token: as });
  const search = (as = token) => calls.call("POST", "/api/search", { token: as, body: { query: "通勤手当" } });
  const record = (user_id: string, display_name = user_id) =>
    calls.call("PUT", `/api/manage/users/${user_id}`, { token, body: { display_name } });
  const changeRule = (group: string) => {
    const body = { allow_all: true, allowed_department_codes: [], allowed_groups: [group], allowed_users: [] };
    const path = `/api/manage/documents/${DOCUMENT}/access-rules`;
    return calls.call("PUT", path, { token, body, headers: { "If-Match": "*" } });
  };
  const importUsers = (name: string) => {
    const users = Array.from({ length: 20 }, (_, i) => ({ user_id: `${name}-${i}`, display_name: name }));
    return calls.call("POST", "/api/manage/users/bulk", { token, body: { users } });
  };
  const statuses = (answers: readonly Answered[]) => [...new Set(answers.map(({ status }) => status))].sort();
  const said = (what: string, answers: readonly Answered[]) => {
    const times = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    const slowest = Math.max(...answers.map(({ took }) => took));
    const good = answers.length - times(503);
    process.stdout.write(`${what}: ${good} done, ${times(503)} × 503, the slowest after ${Math.round(slowest)} ms\n`);
  };
  /** Repeats a refused request as its answer says. @returns the last answer */
  const untilDone = async (first: Answered, call: () => Promise<Answered>) => {
    let answer = first;
    for (let again = 0; answer.status === 503 && again < TRIES; again += 1) {
      await sleep(100);
      answer = await call();
    }
    return answer;
  };
  /** Opens both connections of the pool in advance. */
  const warm = () => Promise.all([session(), session(), session(), session()]);

  it("completes everything, later or after a retry, if each database answer takes 0.3 seconds", async () => {
    await warm();
    proxy.delay = 300;
    const each = [
      () => session(),
      () => search(),
      () => record("alone"),
      () => importUsers("late"),
      () => changeRule("late"),
    ];
    const answers = await Promise.all(each.map((call) => call()));
    said("answers 0.3 s late", answers);
    proxy.delay = 0;
    // A refused request left nothing, and can be repeated.
    const done = await Promise.all(answers.map((answer, i) => untilDone(answer, each[i] as () => Promise<Answered>)));
    expect(done.map(({ status }) => (status === 201 ? 200 : status))).toEqual(each.map(() => 200));
    const { rows } = await direct.query(
      `SELECT (SELECT count(*)::int FROM users WHERE user_id = 'alone' OR user_id LIKE 'late-%') AS users,
        (SELECT allowed_groups FROM documents WHERE document_id = $1) AS groups`,
      [DOCUMENT],
    );
    expect(rows).toEqual([{ users: 21, groups: ["late"] }]);
  });

  it("answers in time if each database answer takes 3 seconds", async () => {
    await warm();
    proxy.delay = 3_000;
    const answers = await Promise.all([session(), search()]);
    said("answers 3 s late", answers);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
  });

  it("answers 100 concurrent requests on two connections, or says when to retry", async () => {
    const readers: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      await record(`reader-${n}`);
      readers.push(await service.signIn(`reader-${n}`));
    }
    await warm();
    proxy.delay = 300;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => (i % 2 ? session : search)(readers[Math.floor(i / 10)])),
    );
    said("100 at once, answers 0.3 s late", answers);
    expect(statuses(answers)).toEqual([200, 503]);
    const refused = answers.filter(({ status }) => status === 503);
    // A request waits up to 10 seconds for each turn; a search waits for two turns.
    expect(Math.max(...refused.map(({ took }) => took))).toBeLessThan(WITHIN / 2);
  });

  it("answers 503 in time if the database swallows everything", async () => {
    await warm();
    proxy.silent = true;
    const begun = [session(), search(), record("swallowed"), importUsers("swallowed"), changeRule("swallowed")];
    await sleep(1_000);
    const answers = await Promise.all([...begun, ...Array.from({ length: 14 }, () => session())]);
    said("a database that swallows everything", answers);
    expect(statuses(answers)).toEqual([503]);
    expect((await calls.call("GET", "/healthz")).status).toBe(200);
    expect((await calls.call("GET", "/readyz")).status).toBe(503);
  });

  it("cancels a statement that waits for another session's lock, and reuses the connection", async () => {
    await record("locked");
    const backends = async () =>
      (
        await direct.query(
          `SELECT pid FROM pg_stat_activity
           WHERE datname = current_database() AND application_name LIKE 'retrieval-service/%' ORDER BY 1`,
        )
      ).rows;
    await warm();
    const before = await backends();
    await direct.query("BEGIN");
    await direct.query("SELECT FROM users WHERE user_id = 'locked' FOR UPDATE");
    await direct.query("SELECT FROM documents FOR UPDATE");
    const answers = await Promise.all([record("locked", "changed"), changeRule("locked")]);
    said("rows locked by another session", answers);
    expect(statuses(answers)).toEqual([503]);
    expect(await backends()).toEqual(expect.arrayContaining(before));
    await direct.query("ROLLBACK");
    expect((await record("locked", "changed")).status).toBe(200);
    expect((await changeRule("locked")).status).toBe(200);
  });

  it("repeats a write that PostgreSQL aborted for a deadlock", async () => {
    for (const name of ["cross-1", "cross-2"]) await record(name);
    let [tries, won] = [0, false];
    while (!won && tries < TRIES) {
      tries += 1;
      await direct.query("BEGIN");
      await direct.query("SELECT FROM users WHERE user_id = 'cross-2' FOR UPDATE");
      const users = ["cross-1", "cross-2"].map((user_id) => ({ user_id, display_name: `交差 ${tries}` }));
      const body = { users, update_existing: true };
      const crossing = calls.call("POST", "/api/manage/users/bulk", { token, body });
      await untilItWaits();
      // PostgreSQL checks the service's session for a deadlock a second after it began to wait, before this one.
      won = await direct.query("SELECT FROM users WHERE user_id = 'cross-1' FOR UPDATE").then(
        () => true,
        (error: pg.DatabaseError) => {
          // This session was more than a second late, so PostgreSQL aborted it instead of the service's.
          if (error.code === "40P01") return false;
          throw error;
        },
      );
      await direct.query(won ? "COMMIT" : "ROLLBACK");
      const answer = await crossing;
      said(won ? "a deadlock" : "a deadlock that this test lost", [answer]);
      expect(answer).toMatchObject({ status: 200, body: { updated: 2 } });
    }
    expect(won).toBe(true);
    const deadlocks = "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()";
    while ((await direct.query(deadlocks)).rows[0].deadlocks < tries) await sleep(100);
  });

  it("answers 503 after too long a pause inside a transaction, and has written nothing", async () => {
    await record("held");
    await direct.query("BEGIN");
    await direct.query("SELECT FROM users WHERE user_id = 'held' FOR UPDATE");
    const answer = record("held", "changed");
    const pid = await untilItWaits();
    // Like a machine that is paused and moved.
    service.child.kill("SIGSTOP");
    try {
      await direct.query("ROLLBACK");
      const session = "SELECT FROM pg_stat_activity WHERE pid = $1";
      while (((await direct.query(session, [pid])).rowCount ?? 0) > 0) await sleep(100);
    } finally {
      service.child.kill("SIGCONT");
    }
    said("a service paused inside a transaction", [await answer]);
    expect((await answer).status).toBe(503);
    const { rows } = await direct.query("SELECT display_name FROM users WHERE user_id = 'held'");
    expect(rows).toEqual([{ display_name: "held" }]);
  });

  /** @returns the process id of the service's session that waits for a row */
  async function untilItWaits(): Promise<number> {
    const waiting = `SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE datname = current_database() AND NOT granted AND locktype IN ('transactionid', 'tuple')`;
    for (;;) {
      const [session] = (await direct.query<{ pid: number }>(waiting)).rows;
      if (session) return session.pid;
      await sleep(20);
    }
  }
});
