import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  aVersion,
  copyDataDirectory,
  createTestDatabase,
  openMigratedDatabase,
  type TestDatabase,
} from "@retrieval/contract";
import { sql } from "kysely";
import {
  type Database,
  migrateToLatest,
  openDatabase,
  PostgresChunkStore,
  pendingMigrations,
  UNLIMITED_SEARCH_TEXTS,
} from "../src/index.js";

const ALL = [
  "0001-first",
  "0002-search",
  "0003-record",
  "0004-audit-reading",
  "0005-document-audience",
  "0006-room-for-changes",
  "0007-sessions",
  "0008-large-audiences",
  "0009-cancelled-jobs",
  "0010-deactivations",
  "0011-stated-draft-rules",
  "0012-job-problems",
  "0013-versions",
];

/** Reverts the schema to its state before 0005. */
const BEFORE_0005 = [
  "DROP FUNCTION number_version CASCADE",
  "DROP FUNCTION delete_versions CASCADE",
  "ALTER TABLE documents DROP COLUMN versions",
  `ALTER TABLE revisions DROP COLUMN number, DROP COLUMN published_at, DROP COLUMN by_user, DROP COLUMN chunk_count,
    DROP COLUMN original, DROP COLUMN original_media_type, DROP COLUMN original_for`,
  "CREATE INDEX revisions_document ON revisions (document_id)",
  "DROP TABLE original_parts, originals",
  "DROP TABLE deactivations",
  "ALTER TABLE jobs DROP COLUMN problems",
  "ALTER TABLE revisions DROP COLUMN rules_accepted",
  `ALTER TABLE jobs DROP CONSTRAINT jobs_upload_check, DROP CONSTRAINT jobs_finished_check,
    ADD CONSTRAINT jobs_check CHECK (true), ADD CONSTRAINT jobs_check1 CHECK (true)`,
  "DROP TABLE document_audience",
  "DROP FUNCTION keep_document_audience CASCADE",
  "ALTER TABLE user_states DROP CONSTRAINT user_states_pkey, ADD PRIMARY KEY (state_id)",
  "CREATE INDEX user_states_user ON user_states (user_id, state_id)",
  "ALTER TABLE users DROP COLUMN sessions",
  "ALTER TABLE documents DROP COLUMN audience_copied",
  "DELETE FROM migrations WHERE name >= '0005'",
];

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
    expect(await migrateToLatest(db, UNLIMITED_SEARCH_TEXTS)).toEqual(ALL);
    expect(await pendingMigrations(db)).toEqual([]);
    expect(await migrateToLatest(db, UNLIMITED_SEARCH_TEXTS)).toEqual([]);
  });

  it("change no session or lock if none is pending", async () => {
    const database = await openMigratedDatabase("server");
    try {
      database.statements.length = 0;
      expect(await migrateToLatest(database.db, UNLIMITED_SEARCH_TEXTS)).toEqual([]);
      expect(database.statements.length).toBeGreaterThan(0);
      expect(database.statements.filter((text) => !/^select/i.test(text) || /lock/i.test(text))).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it("run once when four instances start together, each with one connection", async () => {
    const instances = await Promise.all(Array.from({ length: 4 }, () => open(1)));
    const ran = await Promise.all(instances.map((one) => migrateToLatest(one, UNLIMITED_SEARCH_TEXTS)));
    expect(ran.flat()).toEqual(ALL);
  });

  it("may wait longer for another instance than a statement may take", async () => {
    const [first, second] = [await open(), await open()];
    const waiting = await first.connection().execute(async (connection) => {
      // The lock that Kysely's migrator takes on PostgreSQL.
      await sql`SELECT pg_advisory_lock(3853314791062309107)`.execute(connection);
      const migrated = migrateToLatest(second, UNLIMITED_SEARCH_TEXTS);
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

  it("give every document its audience in rows, also after a concurrent change", async () => {
    const [db, other] = [await open(), await open(1)];
    await migrateToLatest(db, UNLIMITED_SEARCH_TEXTS);
    await new PostgresChunkStore(db, UNLIMITED_SEARCH_TEXTS).publish(aVersion({ accepted: 1 }));
    for (const statement of BEFORE_0005) await sql.raw(statement).execute(db);
    let migrated: Promise<readonly string[]> | undefined;
    await other.transaction().execute(async (trx) => {
      await sql`UPDATE documents SET audience = '{g:board}'`.execute(trx);
      migrated = migrateToLatest(db, UNLIMITED_SEARCH_TEXTS);
      const waits = sql`SELECT FROM pg_locks JOIN pg_database ON database = pg_database.oid
        WHERE NOT granted AND datname = current_database()`;
      while ((await waits.execute(trx)).rows.length === 0) await sql`SELECT pg_sleep(0.02)`.execute(trx);
    });
    expect(await migrated).toEqual(ALL.slice(4));
    const { rows } = await sql`SELECT principal FROM document_audience`.execute(db);
    expect(rows).toEqual([{ principal: "g:board" }]);
  });

  it("refuse a database that is newer than the code, and change nothing", async () => {
    const db = await open();
    await migrateToLatest(db, UNLIMITED_SEARCH_TEXTS);
    await sql`INSERT INTO migrations (name, timestamp) VALUES ('9999-later', '2999-01-01')`.execute(db);
    for (const ask of [() => migrateToLatest(db, UNLIMITED_SEARCH_TEXTS), () => pendingMigrations(db)]) {
      await expect(ask()).rejects.toThrow(
        "The database is newer than this version of the service (it has 9999-later): update the service.",
      );
    }
  });

  it("leave nothing behind when one of their statements fails", async () => {
    const db = await open();
    await sql`CREATE TABLE jobs (somebody_elses text)`.execute(db);
    await expect(migrateToLatest(db, UNLIMITED_SEARCH_TEXTS)).rejects.toMatchObject({ code: "42P07" });
    expect(await pendingMigrations(db)).toEqual(ALL);
    const { rows } = await sql`SELECT to_regclass('users') AS users`.execute(db);
    expect(rows).toEqual([{ users: null }]);
  });
});

it("migrations run on the embedded database, once", async () => {
  const { directory, remove } = await copyDataDirectory("empty");
  const database = await openDatabase({ kind: "embedded", directory, onConnectionError: () => undefined });
  expect(await migrateToLatest(database.db, UNLIMITED_SEARCH_TEXTS)).toEqual(ALL);
  expect(await pendingMigrations(database.db)).toEqual([]);
  expect(await migrateToLatest(database.db, UNLIMITED_SEARCH_TEXTS)).toEqual([]);
  await database.close();
  await remove();
});
