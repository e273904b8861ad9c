import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DATABASE_KINDS, openMigratedDatabase } from "@retrieval/contract";
import { type Database, KnownTables } from "../src/index.js";

describe.each(DATABASE_KINDS)("instances of two versions (%s)", (kind) => {
  let database: Database;
  const run = (statement: string) => database.pool.query(statement);
  beforeAll(async () => {
    database = await openMigratedDatabase(kind);
  });
  afterAll(() => database.close());

  it("see since when each version is ready, written once in 10 seconds; a pause of more than a minute ends that time", async () => {
    const tables = await KnownTables.find(database.db);
    const times = async () => {
      const { rows } = await run(`SELECT last_migration, since < now() - interval '30 s' AS long,
        seen > now() - interval '30 s' AS seen FROM ready_versions`);
      return rows;
    };
    const pause = (seconds: number) =>
      run(`UPDATE ready_versions SET since = seen - interval '200 s',
      seen = now() - interval '${seconds} s'`);
    const last_migration = expect.stringMatching(/^\d{4}-/);
    await tables.tellReady();
    expect(await times()).toEqual([{ last_migration, long: false, seen: true }]);
    const { rows: before } = await run("SELECT ctid, xmax, * FROM ready_versions");
    await tables.tellReady();
    expect((await run("SELECT ctid, xmax, * FROM ready_versions")).rows).toEqual(before);
    await pause(50);
    await tables.tellReady();
    expect(await times()).toEqual([{ last_migration, long: true, seen: true }]);
    await pause(70);
    await tables.tellReady();
    expect(await times()).toEqual([{ last_migration, long: false, seen: true }]);
  });

  it("let an older version that starts on the tables of a newer one use them, and take jobs once that one is gone for a minute", async () => {
    const before = await KnownTables.find(database.db);
    await run("INSERT INTO migrations (name, timestamp) VALUES ('9999-later', '2999-01-01')");
    await run("INSERT INTO ready_versions (last_migration, since) VALUES ('9999-later', now() - interval '1 h')");
    await expect(before.refuseNewer()).rejects.toThrow("the database is newer than this version of the service");
    const tables = await KnownTables.find(database.db);
    await tables.refuseNewer();
    const leavesJobs = () => database.db.selectNoFrom(tables.isNewer.as("leaves")).executeTakeFirst();
    expect(await leavesJobs()).toEqual({ leaves: true });
    await run("UPDATE ready_versions SET seen = now() - interval '70 s'");
    expect(await leavesJobs()).toEqual({ leaves: false });
  });
});
