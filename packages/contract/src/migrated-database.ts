import { afterAll, beforeAll } from "@jest/globals";
import { type Database, openDatabase } from "@retrieval/postgres";
import { copyDataDirectory } from "./data-directories.js";
import { createMigratedDatabase } from "./test-database.js";

const KINDS = ["server", "embedded"] as const;
export type DatabaseKind = (typeof KINDS)[number];

/**
 * Every adapter test runs on each: a real server, and the embedded database. TEST_DATABASE_KINDS names one of them,
 * where another run has tested the other.
 */
export const DATABASE_KINDS = KINDS.filter((kind) => kind === (process.env.TEST_DATABASE_KINDS || kind));

/** The reason why tests that need several connections are skipped on the embedded database. */
export const ONE_CONNECTION = "the embedded database has one connection";

/**
 * Truncating a table takes a few milliseconds even for few rows, so only tables where a test left many are truncated;
 * the setting keeps triggers from running for each row. An index that was built before has to be built again.
 */
const EMPTY_ALL_TABLES = `DO $$
  DECLARE
    tables regclass[] := ARRAY(
      SELECT oid::regclass FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE 'migrations%' AND relname <> 'index_head');
    one regclass;
    rows integer;
    deleted integer := 0;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOREACH one IN ARRAY tables LOOP
      EXECUTE 'DELETE FROM ' || one;
      GET DIAGNOSTICS rows = ROW_COUNT;
      deleted := deleted + rows;
    END LOOP;
    IF deleted > 500 THEN EXECUTE 'TRUNCATE ' || array_to_string(tables, ', '); END IF;
    INSERT INTO calendar (day) VALUES ('2000-01-01');
    INSERT INTO front_page DEFAULT VALUES;
    INSERT INTO feed_head (last) VALUES (0);
    UPDATE index_head SET number = number + 1, stamp = gen_random_uuid();
    INSERT INTO changes (number, stamp) SELECT number, stamp FROM index_head;
    UPDATE index_head SET number = number + 1, stamp = gen_random_uuid();
    INSERT INTO changes (number, stamp) SELECT number, stamp FROM index_head;
  END
$$`;

export interface MigratedDatabase extends Database {
  /** The texts of the statements sent, in order; empty it to start over. */
  readonly statements: string[];
  /** Another pool on the same database, like another instance's; closed with this one. Server only. */
  another(): Promise<Database>;
  /** Deletes every row of every table. */
  empty(): Promise<void>;
}

/** Opens a migrated, empty database. Closing it removes it. */
export async function openMigratedDatabase(kind: DatabaseKind): Promise<MigratedDatabase> {
  const place = kind === "server" ? await onServer() : await inDirectory();
  const statements: string[] = [];
  const open = () =>
    openDatabase({
      ...place.settings,
      onConnectionError: () => undefined,
      log: (event) => void statements.push(event.query.sql),
    });
  const database = await open();
  const others: Database[] = [];
  return {
    ...database,
    statements,
    async another() {
      if (kind === "embedded") throw new Error(ONE_CONNECTION);
      const other = await open();
      others.push(other);
      return other;
    },
    async empty() {
      await database.pool.query(EMPTY_ALL_TABLES);
    },
    async close() {
      for (const one of [database, ...others]) await one.close();
      await place.remove();
    },
  };
}

/** {@link openMigratedDatabase} for the tests of one `describe`: opened before them, removed after them. */
export function useMigratedDatabase(kind: DatabaseKind): () => MigratedDatabase {
  let database: MigratedDatabase | undefined;
  beforeAll(async () => {
    database = await openMigratedDatabase(kind);
  });
  afterAll(() => database?.close());
  return () => {
    if (!database) throw new Error("the database is open inside of tests and hooks only");
    return database;
  };
}

async function onServer() {
  const { url, drop } = await createMigratedDatabase();
  return { settings: { kind: "server", url, poolSize: 10 } as const, remove: drop };
}

async function inDirectory() {
  const { directory, remove } = await copyDataDirectory("migrated");
  return { settings: { kind: "embedded", directory } as const, remove };
}
