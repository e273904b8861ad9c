import { afterEach, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import { sql } from "kysely";
import { type Database, migrateToLatest, openDatabase } from "../src/index.js";
import { MIGRATIONS, migratorOf } from "../src/migrations/migrate.js";
import { RELEASED } from "./released-data.js";

const NAMES = Object.keys(MIGRATIONS);

describe("a database with data, migrated to the last", () => {
  let test: TestDatabase;
  let database: Database;
  afterEach(async () => {
    await database.close();
    await test.drop();
  });

  it.each(NAMES.map((name, n) => ({ name, until: n + 1 })))("keeps the data of $name", async ({ until }) => {
    test = await createTestDatabase();
    database = await openDatabase({ kind: "server", url: test.url, poolSize: 2, onConnectionError: () => undefined });
    const { db } = database;
    const migrator = migratorOf(db);
    const names = NAMES.slice(0, until);
    for (const name of names) {
      const { error, results } = await migrator.migrateTo(name);
      expect([error, results?.map(({ migrationName }) => migrationName)]).toEqual([undefined, [name]]);
      await db.transaction().execute(async (trx) => {
        for (const statement of RELEASED[name]?.rows ?? []) await sql.raw(statement).execute(trx);
      });
    }
    expect(await migrateToLatest(db)).toEqual(NAMES.slice(until));
    const kept = names.flatMap((name) => RELEASED[name]?.kept ?? []);
    const found: unknown[] = [];
    for (const [expression] of kept) {
      const { rows } = await sql<{ value: unknown }>`SELECT ${sql.raw(expression)} AS value`.execute(db);
      found.push([expression, rows[0]?.value]);
    }
    expect(found).toEqual(kept);
  });
});

it("There is data of every migration", () => {
  expect(Object.keys(RELEASED)).toEqual(NAMES);
});
