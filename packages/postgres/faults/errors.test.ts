import { execFile } from "node:child_process";
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type PostgresServer, startPostgresServer, useMigratedDatabase } from "@retrieval/contract";
import { UnavailableError } from "@retrieval/core/errors";
import { sql } from "kysely";
import { type Database, inTransaction, openDatabase, query, type ServerSettings } from "../src/index.js";

// A separate process runs the built package, with its own limit of open files.
const built = fileURLToPath(new URL("../dist/index.js", import.meta.url));

describe("an unavailable database", () => {
  let server: PostgresServer;
  const opened: Database[] = [];
  const lost: Error[] = [];
  const open = async (settings: Partial<ServerSettings> = {}) => {
    const database = await openDatabase({
      kind: "server",
      url: server.url,
      poolSize: 2,
      connectionTimeout: 10,
      onConnectionError: (error) => lost.push(error),
      ...settings,
    });
    opened.push(database);
    return database;
  };
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    lost.length = 0;
  });
  /** A connection reported its end. */
  const oneIsLost = async () => {
    while (lost.length === 0) await sleep(5);
  };
  const select = ({ db }: Database, what: ReturnType<typeof sql>) => query(() => sql`SELECT ${what}`.execute(db));
  const away = async (work: Promise<unknown>, reason: string | RegExp) => {
    const error = await work.then(
      () => new Error("it was there"),
      (error: unknown) => error,
    );
    expect(error).toBeInstanceOf(UnavailableError);
    expect((error as Error).message).toMatch(reason);
    expect((error as Error).message).not.toContain(new URL(server.url).password);
  };

  it("refuses connections, then works again by itself", async () => {
    const database = await open();
    await database.ping();
    await server.kill9();
    await away(database.ping(), /./);
    await away(database.ping(), "ECONNREFUSED");
    await server.restart();
    await database.ping();
    expect(lost.length).toBeGreaterThan(0);
  });

  it("ends a session in the middle of a statement", async () => {
    const database = await open();
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(database.db);
    const sleeping = away(select(database, sql`pg_sleep(60)`), "57P01");
    const other = await open();
    const asleep = sql`SELECT FROM pg_stat_activity WHERE pid = ${rows[0]?.pid} AND wait_event = 'PgSleep'`;
    while ((await asleep.execute(other.db)).rows.length === 0) await sleep(5);
    await select(other, sql`pg_terminate_backend(${rows[0]?.pid})`);
    await sleeping;
    await oneIsLost(); // the socket's end was reported too
    await database.ping();
  });

  it("ends a session inside a transaction, between two statements, and the process continues", async () => {
    const database = await open();
    const other = await open();
    const work = inTransaction(database.db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx);
      await select(other, sql`pg_terminate_backend(${rows[0]?.pid})`);
      await oneIsLost();
      await sql`SELECT 1`.execute(trx);
    });
    await away(work, /onnection|57P01/);
    await database.ping();
  });

  it("exceeds the time limit of a statement", async () => {
    await away(select(await open({ statementTimeout: 0.1 }), sql`pg_sleep(5)`), "57014");
  });

  it("ends an idle transaction", async () => {
    const database = await open({ idleInTransactionTimeout: 0.1 });
    const work = inTransaction(database.db, async (trx) => {
      await oneIsLost();
      await sql`SELECT 1`.execute(trx);
    });
    await away(work, /25P03|onnection/);
  });

  it("has all its connections in use", async () => {
    const database = await open({ poolSize: 1, connectionTimeout: 2 });
    await database.db.connection().execute(() => away(database.ping(), "DATABASE_POOL_SIZE"));
    await database.ping();
  });

  it("allows no more connections", async () => {
    const url = new URL(server.url);
    url.username = "few";
    url.password = "few";
    const admin = await open();
    await sql`CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 1`.execute(admin.db);
    const first = await open({ url: url.href });
    await first.db.connection().execute(async (connection) => {
      await sql`SELECT 1`.execute(connection);
      await away((await open({ url: url.href })).ping(), "53300");
    });
  });

  it.each([
    ["no server listens", "postgres://u:p@127.0.0.1:1/db", "ECONNREFUSED"],
    ["the name is not known", "postgres://u:p@database.invalid/db", /ENOTFOUND|EAI_AGAIN|timeout/],
  ])("does not exist: %s", async (_, url, reason) => {
    await away((await open({ url })).ping(), reason);
  });

  it("cannot be reached while this process may open no more files, and then can", async () => {
    const script = `
      import { closeSync, openSync } from "node:fs";
      import { openDatabase } from ${JSON.stringify(built)};
      const settings = { kind: "server", url: process.env.DATABASE_URL, poolSize: 1, onConnectionError: () => {} };
      const database = await openDatabase(settings);
      const files = [];
      try {
        while (true) files.push(openSync("/dev/null"));
      } catch {}
      console.log(await database.ping().catch(({ name, message }) => name + ": " + message));
      files.forEach(closeSync);
      await database.ping();
      await database.close();
      console.log("it is back");`;
    const limited = 'ulimit -n 1024 && exec "$0" --input-type=module -e "$1"';
    const { stdout } = await promisify(execFile)("sh", ["-c", limited, process.execPath, script], {
      env: { DATABASE_URL: server.url },
    });
    expect(stdout).toMatch(/^UnavailableError: .*EMFILE.*\nit is back\n$/);
  });

  it.each(["EMFILE", "ENFILE", "EADDRNOTAVAIL", "ENOBUFS"])(
    "cannot be reached because this machine has no resource left for a connection: %s",
    async (code) => {
      const refused = Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), { code, syscall: "connect" });
      await away(
        query(() => Promise.reject(refused)),
        code,
      );
    },
  );

  it("stops answering: a statement fails soon, but a slow one continues", async () => {
    const proxy = await startProxy(server.port);
    const url = new URL(server.url);
    url.port = String(proxy.port);
    const database = await open({ url: url.href, silenceTimeout: 0.2, connectionTimeout: 2 });
    await select(database, sql`pg_sleep(1)`);
    proxy.fallSilent();
    const begun = performance.now();
    await away(
      inTransaction(database.db, (trx) => sql`SELECT 1`.execute(trx)),
      "Connection terminated",
    );
    // Less than the server's own statement timeout, whose answer would not arrive anyway.
    expect(performance.now() - begun).toBeLessThan(20_000);
    await away(database.ping(), /Connection terminated|timeout/);
    await proxy.close();
  });

  it("is behind a pooler that has stopped: it accepts connections, and a statement still fails soon", async () => {
    const pooler = createServer((socket) => {
      socket.on("error", () => undefined);
      // AuthenticationOk and ReadyForQuery; later messages stay unanswered.
      socket.once("data", () => socket.write(Buffer.from("5200000008000000005a0000000549", "hex")));
    });
    await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
    const url = `postgres://u:p@127.0.0.1:${(pooler.address() as AddressInfo).port}/db`;
    const database = await open({ url, silenceTimeout: 0.1 });
    await away(database.ping(), "Connection terminated");
    await new Promise((resolve) => pooler.close(resolve));
  });

  it("keeps a commit waiting for a missing standby: the commit fails soon, reads continue", async () => {
    const database = await open({ silenceTimeout: 0.2 });
    const setting = async (names: string) => {
      await sql`ALTER SYSTEM SET synchronous_standby_names = ${sql.lit(names)}`.execute(database.db);
      await sql`SELECT pg_reload_conf()`.execute(database.db);
    };
    await sql`CREATE TABLE written (n int)`.execute(database.db);
    const write = (n: number) =>
      inTransaction(database.db, (trx) => sql`INSERT INTO written VALUES (${n})`.execute(trx));
    const isWritten = () =>
      write(0).then(
        () => true,
        () => false,
      );
    await setting("nobody");
    // The server applies a changed setting after a moment.
    while (await isWritten());
    await away(write(1), "waits for a standby");
    await away(
      query(() => sql`INSERT INTO written VALUES (2)`.execute(database.db)),
      "waits for a standby",
    );
    expect((await sql`SELECT n FROM written WHERE n > 0`.execute(database.db)).rows).toEqual([]);
    await setting("");
    while (!(await isWritten()));
    await write(3);
    // The first two were not acknowledged, but they are written as soon as their sessions wake.
    const written = async () => (await sql`SELECT n FROM written WHERE n > 0 ORDER BY n`.execute(database.db)).rows;
    while ((await written()).length < 3) await sleep(20);
    expect(await written()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });
});

describe("an error that is not an outage", () => {
  const database = useMigratedDatabase("server");

  it("is the database's own, without the refused row", async () => {
    const { db } = database();
    const secret = "$argon2id$secret";
    const failing = query(() =>
      sql`INSERT INTO users (user_id, password_hash, role) VALUES ('1', ${secret}, 'user')`.execute(db),
    );
    const error = await failing.catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "23502", column: "display_name" });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(secret);
  });

  it("is thrown as it is", async () => {
    const fault = new RangeError("mine");
    await expect(query(() => Promise.reject(fault))).rejects.toBe(fault);
    await expect(inTransaction(database().db, () => Promise.reject(fault))).rejects.toBe(fault);
  });

  it("is a deadlock: the cancelled transaction runs again, and both succeed", async () => {
    const { db, empty } = database();
    await empty();
    const codes = ["a", "b"];
    await db
      .insertInto("departments")
      .values(codes.map((code) => ({ code, name: "" })))
      .execute();
    let runs = 0;
    let bothHoldOne: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      bothHoldOne = resolve;
    });
    const cross = (order: string[], name: string) =>
      inTransaction(db, async (trx) => {
        runs += 1;
        for (const [i, code] of order.entries()) {
          await sql`UPDATE departments SET name = name || ${name} WHERE code = ${code}`.execute(trx);
          if (i > 0) continue;
          if (runs === 2) bothHoldOne();
          await held;
        }
      });
    await Promise.all([cross(codes, "1"), cross([...codes].reverse(), "2")]);
    expect(runs).toBeGreaterThan(2);
    const rows = await db.selectFrom("departments").select("name").execute();
    expect(rows.map(({ name }) => [...name].sort().join(""))).toEqual(["12", "12"]);
  });
});

/** A connection to the server that can stop transmitting while it stays open. */
async function startProxy(to: number): Promise<{ port: number; fallSilent(): void; close(): Promise<void> }> {
  let silent = false;
  const sockets = new Set<Socket>();
  const pass = (from: Socket, other: Socket) => {
    sockets.add(from);
    from.on("data", (data) => !silent && other.write(data));
    from.on("error", () => undefined);
    from.on("close", () => other.destroy());
  };
  const proxy: Server = createServer((socket) => {
    const upstream = createConnection(to, "127.0.0.1");
    pass(socket, upstream);
    pass(upstream, socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    port: (proxy.address() as { port: number }).port,
    fallSilent() {
      silent = true;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => proxy.close(() => resolve()));
    },
  };
}
