import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { copyDataDirectory, createTestDatabase, openMigratedDatabase, type TestDatabase } from "@retrieval/contract";
import { sql } from "kysely";
import { type Database, migrateToLatest, newerMigrations, openDatabase, pendingMigrations } from "../src/index.js";

const ALL = ["0029-first", "0030-changes", "0031-authorizations", "0032-erasure"];
const BEFORE = new URL("released/0028-section-indexes.sql", import.meta.url);

describe("migrations on a server", () => {
  let empty: TestDatabase;
  const opened: Database[] = [];
  const open = async (poolSize = 2) => {
    const database = await openDatabase({
      kind: "server",
      url: empty.url,
      poolSize,
      statementTimeout: 1,
      onConnectionError: () => undefined,
    });
    opened.push(database);
    return database.db;
  };
  beforeEach(async () => {
    empty = await createTestDatabase();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await empty.drop();
  });

  it("are all pending on an empty database and none afterwards", async () => {
    const db = await open();
    expect(await pendingMigrations(db)).toEqual(ALL);
    expect(await migrateToLatest(db)).toEqual(ALL);
    expect(await pendingMigrations(db)).toEqual([]);
    expect(await migrateToLatest(db)).toEqual([]);
  });

  it("change no session or lock if none is pending", async () => {
    const database = await openMigratedDatabase("server");
    try {
      database.statements.length = 0;
      expect(await migrateToLatest(database.db)).toEqual([]);
      expect(database.statements.length).toBeGreaterThan(0);
      expect(database.statements.filter((text) => !/^select/i.test(text) || /lock/i.test(text))).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it("run once when four instances start together, each with one connection", async () => {
    const instances = await Promise.all(Array.from({ length: 4 }, () => open(1)));
    const ran = await Promise.all(instances.map((one) => migrateToLatest(one)));
    expect(ran.flat()).toEqual(ALL);
  });

  it("mark a database of before the first release once when four instances start together", async () => {
    const instances = await Promise.all(Array.from({ length: 4 }, () => open(1)));
    await sql.raw(await readFile(BEFORE, "utf8")).execute(instances[0] as Database["db"]);
    const ran = await Promise.all(instances.map((one) => migrateToLatest(one)));
    expect(ran.flat()).toEqual(ALL);
  });

  it("give up a mark that waits for a table, and change nothing", async () => {
    const [db, other] = [await open(), await open()];
    await sql.raw(await readFile(BEFORE, "utf8")).execute(db);
    await other.transaction().execute(async (dump) => {
      await sql`LOCK TABLE jobs IN ACCESS SHARE MODE`.execute(dump);
      await expect(migrateToLatest(db)).rejects.toThrow("Another session, such as a dump, holds a table");
    });
    expect(await migrateToLatest(db)).toEqual(ALL);
  });

  it("may wait longer for another instance than a statement may take", async () => {
    const [first, second] = [await open(), await open()];
    const waiting = await first.connection().execute(async (connection) => {
      // The lock that Kysely's migrator takes on PostgreSQL.
      await sql`SELECT pg_advisory_lock(3853314791062309107)`.execute(connection);
      const migrated = migrateToLatest(second);
      const waits = sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;
      while ((await waits.execute(connection)).rows.length === 0) await sql`SELECT pg_sleep(0.02)`.execute(connection);
      // Each well below the limit, all together well above it.
      for (let tenths = 0; tenths < 16; tenths += 1) await sql`SELECT pg_sleep(0.1)`.execute(connection);
      await sql`SELECT pg_advisory_unlock(3853314791062309107)`.execute(connection);
      return { migrated };
    });
    expect(await waiting.migrated).toEqual(ALL);
    const { rows } = await sql<{ limit: string }>`SELECT current_setting('statement_timeout') AS limit`.execute(second);
    expect(rows).toEqual([{ limit: "1s" }]);
  });

  it("leave the tables of a newer version as they are, and refuse those that only later versions can use", async () => {
    const db = await open();
    await migrateToLatest(db);
    const add = (name: string) =>
      sql`INSERT INTO migrations (name, timestamp) VALUES (${name}, '2999-01-01')`.execute(db);
    await add("9997-more");
    await add("9998-less.from-0029");
    expect(await migrateToLatest(db)).toEqual([]);
    expect(await pendingMigrations(db)).toEqual([]);
    expect(await newerMigrations(db)).toEqual(["9997-more", "9998-less.from-0029"]);
    await add("9999-less.from-9997");
    for (const ask of [() => migrateToLatest(db), () => pendingMigrations(db)]) {
      await expect(ask()).rejects.toThrow(
        "The database is newer than this version of the service (it has 9999-less.from-9997): update the service.",
      );
    }
  });

  it("leave nothing behind when one of their statements fails", async () => {
    const db = await open();
    await sql`CREATE TABLE jobs (somebody_elses text)`.execute(db);
    await expect(migrateToLatest(db)).rejects.toMatchObject({ code: "42P07" });
    expect(await pendingMigrations(db)).toEqual(ALL);
    const { rows } = await sql`SELECT to_regclass('users') AS users`.execute(db);
    expect(rows).toEqual([{ users: null }]);
  });
});

it("migrations run on the embedded database, once", async () => {
  const { directory, remove } = await copyDataDirectory("empty");
  const database = await openDatabase({ kind: "embedded", directory, onConnectionError: () => undefined });
  expect(await migrateToLatest(database.db)).toEqual(ALL);
  expect(await pendingMigrations(database.db)).toEqual([]);
  expect(await migrateToLatest(database.db)).toEqual([]);
  await database.close();
  await remove();
});
