import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { copyDataDirectory, createTestDatabase } from "@retrieval/contract";
import { UnavailableError } from "@retrieval/core/errors";
import { sql } from "kysely";
import { type Database, inTransaction, migrateToLatest, openDatabase, openDataDirectory } from "../src/index.js";

const onConnectionError = () => undefined;

describe("the embedded database", () => {
  let parent: string;
  let directory: string;
  const opened: Database[] = [];
  const removals: (() => Promise<void>)[] = [];
  const open = async () => {
    const database = await openDatabase({ kind: "embedded", directory, onConnectionError });
    opened.push(database);
    return database;
  };
  const openMigrated = async () => {
    const copy = await copyDataDirectory("migrated");
    removals.push(copy.remove);
    directory = copy.directory;
    return open();
  };
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "retrieval-data-"));
    directory = join(parent, "not there yet", "データ");
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    for (const remove of removals.splice(0)) await remove();
    await rm(parent, { recursive: true, force: true });
  });

  it("creates its directory for its owner only", async () => {
    const database = await open();
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    await database.ping();
  });

  it("keeps the data, and can be closed twice", async () => {
    const first = await openMigrated();
    await first.db.insertInto("departments").values({ code: "D1", name: "髙 﨑 𠮷 \uFA19" }).execute();
    await first.close();
    await first.close();

    const second = await open();
    expect(await migrateToLatest(second.db)).toEqual([]);
    expect(await second.db.selectFrom("departments").selectAll().execute()).toEqual([
      { code: "D1", name: "髙 﨑 𠮷 \uFA19" },
    ]);
  });

  it("can be opened only once at a time, and leaves no lock", async () => {
    const first = await openMigrated();
    await expect(open()).rejects.toThrow(`The data directory ${directory} is in use by another process`);
    await first.close();
    expect((await readdir(directory)).filter((name) => name.startsWith("lock"))).toEqual([]);
    await open();
  });

  it("commits whole transactions and rolls back those that throw", async () => {
    const { db } = await openMigrated();
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto("departments").values({ code: "D1", name: "a" }).execute();
      throw new RangeError("no");
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await db.selectFrom("departments").selectAll().execute()).toEqual([]);
  });

  it("is reopened after PostgreSQL has aborted, with all committed data", async () => {
    const database = await openMigrated();
    const add = (code: string) =>
      inTransaction(database.db, (trx) => trx.insertInto("departments").values({ code, name: "" }).execute());
    await add("D1");
    // The next file of the write-ahead log cannot be created, as on a full disk.
    const obstacle = join(directory, "database", "pg_wal", "xlogtemp.42");
    await mkdir(obstacle);
    const outgrowing = inTransaction(database.db, async (trx) => {
      await trx.insertInto("departments").values({ code: "D2", name: "" }).execute();
      await sql`SELECT pg_switch_wal()`.execute(trx);
      await trx.insertInto("departments").values({ code: "D3", name: "" }).execute();
    });
    await expect(outgrowing).rejects.toThrow(UnavailableError);
    await rm(obstacle, { recursive: true });
    await add("D4");
    const codes = await database.db.selectFrom("departments").select("code").orderBy("code").execute();
    expect(codes.map(({ code }) => code)).toEqual(["D1", "D4"]);
  });

  it("is unavailable once it is closed", async () => {
    const database = await openMigrated();
    await database.close();
    await expect(database.ping()).rejects.toThrow(UnavailableError);
  });
});

describe("the data directory", () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "retrieval-data-"));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it.each([0o755, 0o770, 0o701, 0o750])(
    "is refused with mode %o, and the operator learns how to correct it",
    async (mode) => {
      const directory = join(parent, "data");
      await mkdir(directory);
      await chmod(directory, mode);
      const settings = { kind: "embedded", directory, onConnectionError } as const;
      await expect(openDatabase(settings)).rejects.toThrow(
        `is open to others (mode ${mode.toString(8)}): run chmod 700 ${directory}`,
      );
      expect(await readdir(directory)).toEqual([]);
      await chmod(directory, 0o700);
      await openDataDirectory(directory);
    },
  );

  it("cannot be a file", async () => {
    await writeFile(join(parent, "file"), "");
    await expect(openDataDirectory(join(parent, "file"))).rejects.toThrow("cannot be created");
  });
});

describe("a server", () => {
  it("gets time limits and a name for each session", async () => {
    const { url, drop } = await createTestDatabase();
    const database = await openDatabase({ kind: "server", url, poolSize: 2, statementTimeout: 7, onConnectionError });
    const { rows } = await sql`
      SELECT current_setting('statement_timeout') AS statement,
        current_setting('idle_in_transaction_session_timeout') AS idle,
        current_setting('application_name') AS name,
        9007199254740993::bigint AS big`.execute(database.db);
    expect(rows).toEqual([{ statement: "7s", idle: "30s", name: "retrieval-service/0032", big: "9007199254740993" }]);
    await database.ping();
    await database.close();
    await drop();
  });
});
