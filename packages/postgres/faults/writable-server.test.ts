import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  aRule,
  aVersion,
  createTestDatabase,
  IN_THREAD_VECTORS,
  type PostgresServer,
  type StandbyServer,
  startPostgresServer,
  startStandby,
  testServerUrl,
} from "@retrieval/contract";
import { EVERYONE } from "@retrieval/core";
import { isRefusal, UnavailableError } from "@retrieval/core/errors";
import { synchroniseUser } from "@retrieval/core/use-cases";
import { sql } from "kysely";
import pg from "pg";
import {
  type Database,
  lookAtServers,
  migrateToLatest,
  openDatabase,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresUserDirectory,
  serverUrls,
} from "../src/index.js";

const NOBODY_THERE = "postgres://u:hunter2@127.0.0.1:1/postgres";

describe("a primary and its standby", () => {
  let primary: PostgresServer;
  let standby: StandbyServer;
  let stops: (() => Promise<void>)[] = [];
  const opened: Database[] = [];
  const open = async (...urls: string[]) => {
    const url = urls.join(",");
    const database = await openDatabase({ kind: "server", url, poolSize: 4, onConnectionError: () => undefined });
    opened.push(database);
    return database;
  };
  beforeEach(async () => {
    primary = await startPostgresServer();
    stops = [primary.stop];
    standby = await startStandby(primary);
    stops = [standby.stop, primary.stop];
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    for (const stop of stops) await stop();
  });

  it("are distinguished in any order, and the tables are created on the primary", async () => {
    const database = await open(NOBODY_THERE, standby.url, primary.url);
    await migrateToLatest(database.db);
    expect(await portOf(database)).toBe(primary.port);
    const states = await lookAtServers([NOBODY_THERE, standby.url, primary.url].join(","));
    expect(states).toEqual([
      { address: "127.0.0.1:1", role: "away", timeline: 0, reason: "ECONNREFUSED" },
      { address: new URL(standby.url).host, role: "standby", timeline: 0, reason: null },
      { address: new URL(primary.url).host, role: "writer", timeline: 1, reason: null },
    ]);
  });

  it("cost no extra statement once a connection exists", async () => {
    const database = await open(standby.url, primary.url);
    const client = await database.pool.connect();
    const sent: unknown[] = [];
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      sent.push(args[0]);
      return send(...args);
    }) as typeof client.query;
    client.release();
    for (let n = 0; n < 20; n += 1) await database.ping();
    expect(sent).toEqual(Array.from({ length: 20 }, () => "SELECT 1"));
    expect(database.pool.totalCount).toBe(1);
  });

  it("lose nothing acknowledged when the primary is killed under load and the standby promoted", async () => {
    await execute(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await execute(primary.url, "SELECT pg_reload_conf()");
    const { db } = await open(primary.url, standby.url);
    await migrateToLatest(db);
    const users = new PostgresUserDirectory(db);
    const catalog = new PostgresDocumentCatalog(db);
    await new PostgresChunkStore(db, IN_THREAD_VECTORS).publish(aVersion({ accepted: 1, access_rules: EVERYONE }));

    const acknowledged = { users: [] as string[], rules: new Map<number, string>() };
    const failures: unknown[] = [];
    let phase: "before" | "away" | "after" | "done" = "before";
    const count = { before: 0, away: 0, after: 0, done: 0 };
    const worker = async (name: string) => {
      for (let n = 0; phase !== "done"; n += 1) {
        const user_id = `${name}-${n}`;
        try {
          const answer = await synchroniseUser(user_id, { display_name: user_id }, null, users);
          if (!isRefusal(answer)) acknowledged.users.push(user_id);
          const document = await catalog.changeRules("work-rules", aRule({ allowed_users: [user_id] }), null);
          acknowledged.rules.set((document as { rules_version: number }).rules_version, user_id);
          count[phase] += 1;
        } catch (error) {
          failures.push(error);
          await sleep(20);
        }
      }
    };
    const workers = ["a", "b", "c", "d", "e", "f"].map(worker);
    await until(() => count.before >= 100);
    phase = "away";
    await primary.kill9();
    const failed = failures.length;
    await until(() => failures.length > failed + 20);
    await standby.promote();
    phase = "after";
    await until(() => count.after >= 100);
    phase = "done";
    await Promise.all(workers);

    // Callers get only the one error for an outage.
    expect(failures.filter((error) => !(error instanceof UnavailableError))).toEqual([]);
    expect(acknowledged.users.length).toBeGreaterThan(200);
    const there = await db.selectFrom("users").select("user_id").execute();
    const lost = new Set(acknowledged.users);
    for (const { user_id } of there) lost.delete(user_id);
    expect([...lost]).toEqual([]);
    const versions = await db
      .selectFrom("rule_versions")
      .select(["rules_version", "access_rules"])
      .where("document_id", "=", "work-rules")
      .execute();
    const rules = new Map(versions.map(({ rules_version, access_rules }) => [rules_version, access_rules]));
    for (const [version, user_id] of acknowledged.rules)
      expect(rules.get(version)).toEqual(aRule({ allowed_users: [user_id] }));
  });

  it("are followed if the old primary still answers but takes no more writes", async () => {
    const database = await open(primary.url, standby.url);
    await migrateToLatest(database.db);
    const users = new PostgresUserDirectory(database.db);
    const held = await Promise.all(Array.from({ length: 4 }, () => database.pool.connect()));
    for (const client of held) client.release();
    await execute(primary.url, "ALTER SYSTEM SET default_transaction_read_only = on");
    await execute(primary.url, "SELECT pg_reload_conf()");
    const write = () => synchroniseUser("001234", { display_name: "髙橋" }, null, users);
    await until(() =>
      write().then(
        () => false,
        (error) => error instanceof UnavailableError,
      ),
    );
    await expect(write()).rejects.toThrow(UnavailableError);
    await standby.promote();
    await until(() =>
      write().then(
        () => true,
        () => false,
      ),
    );
    expect(await portOf(database)).toBe(Number(new URL(standby.url).port));
    expect(database.pool.totalCount).toBeLessThanOrEqual(4);
    expect(await users.find("001234")).toMatchObject({ display_name: "髙橋" });
  });

  it("are never both written to: of two that take writes, the one promoted later is used", async () => {
    const before = await open(primary.url, standby.url);
    expect(await portOf(before)).toBe(primary.port);
    await standby.promote();
    // Existing connections stay on the old one; the operator must stop it before the promotion.
    expect(await portOf(before)).toBe(primary.port);
    expect(await portOf(await open(primary.url, standby.url))).toBe(Number(new URL(standby.url).port));
  });

  it("are unavailable while none takes writes, with an error that has the reason for each and no password", async () => {
    const database = await open(primary.url, standby.url, NOBODY_THERE);
    await database.ping();
    await primary.kill9();
    await until(() =>
      database.ping().then(
        () => false,
        () => true,
      ),
    );
    const error = await database.ping().catch((reason) => reason);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toBe(
      `No server of DATABASE_URL takes writes (127.0.0.1:${primary.port} ECONNREFUSED, ${new URL(standby.url).host} standby, 127.0.0.1:1 ECONNREFUSED).`,
    );
    await primary.restart();
    await until(() =>
      database.ping().then(
        () => true,
        () => false,
      ),
    );
    expect(await portOf(database)).toBe(primary.port);
  });
});

describe("several URLs", () => {
  it("are separated only by commas before the next URL", () => {
    expect(serverUrls("postgres://u:a,b@h/x")).toEqual(["postgres://u:a,b@h/x"]);
    expect(serverUrls("postgres://h/x, postgresql://h2/x,postgres://h3/x")).toEqual([
      "postgres://h/x",
      "postgresql://h2/x",
      "postgres://h3/x",
    ]);
    expect(serverUrls("postgres://h/x,")).toEqual(["postgres://h/x", ""]);
  });

  it("each have their own user and password", async () => {
    const { url, drop } = await createTestDatabase(testServerUrl());
    const stranger = new URL(url);
    stranger.password = "not the password";
    const database = await openDatabase({
      kind: "server",
      url: `${stranger.href},${url}`,
      poolSize: 2,
      onConnectionError: () => undefined,
    });
    await database.ping();
    const { rows } = await database.pool.query("SELECT current_database() AS name");
    expect(rows).toEqual([{ name: new URL(url).pathname.slice(1) }]);
    await database.close();
    await drop();
  });
});

async function portOf({ db }: Database): Promise<number> {
  const { rows } = await sql<{ port: number }>`SELECT inet_server_port() AS port`.execute(db);
  return rows[0]?.port ?? 0;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
