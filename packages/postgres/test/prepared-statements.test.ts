import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { aUser, aVersion, createTestDatabase, STAND_IN_VECTORS, type TestDatabase } from "@retrieval/contract";
import { sql } from "kysely";
import pg from "pg";
import {
  type Database,
  migrateToLatest,
  openDatabase,
  PostgresChunkStore,
  PostgresHitReader,
  PostgresUserDirectory,
} from "../src/index.js";

let test: TestDatabase;
let database: Database;
let users: PostgresUserDirectory;
let forgotten: number;

/** One session, so that the look-ups see what a test does to it. */
async function open(): Promise<void> {
  database = await openDatabase({
    kind: "server",
    url: test.url,
    poolSize: 1,
    // Longer than any test: only the limit of a read ends it.
    statementTimeout: 3_600,
    onConnectionError: () => undefined,
    onStatementsForgotten: () => {
      forgotten += 1;
    },
  });
  users = new PostgresUserDirectory(database.db);
}

beforeEach(async () => {
  forgotten = 0;
  test = await createTestDatabase();
  await open();
  await migrateToLatest(database.db);
  const people = ["100001", "100002"].map((user_id) => aUser({ user_id }));
  await users.change(["100001", "100002"], () => ({ records: people, kept: null }));
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

async function preparedNow(): Promise<{ name: string; statement: string }[]> {
  const { rows } = await sql<{ name: string; statement: string }>`
    SELECT name, statement FROM pg_prepared_statements WHERE name <> ''
  `.execute(database.db);
  return rows;
}
const found = async () => [
  (await users.find("100001"))?.user_id,
  (await users.find("100002"))?.user_id,
  await users.find("100003"),
];
const ALL = ["100001", "100002", null];

describe("a look-up by key", () => {
  it("is the only statement that is prepared, once per session, under a name made from its text", async () => {
    for (let i = 0; i < 10; i += 1) expect(await found()).toEqual(ALL);
    await users.list({ limit: 10 });
    const prepared = await preparedNow();
    expect(prepared).toHaveLength(1);
    expect(prepared[0]?.name).toMatch(/^retrieval_[0-9a-f]{16}$/);
    expect(prepared[0]?.statement).toMatch(/from "users" where "user_id" = \$1 and NOT EXISTS/);
  });

  it("is not prepared inside a transaction, which a missing statement would end", async () => {
    await database.db.transaction().execute(async (trx) => {
      expect((await new PostgresUserDirectory(trx).find("100001"))?.user_id).toBe("100001");
    });
    expect(await preparedNow()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["that forgets them, as another session of a pooler", () => database.pool.query("DEALLOCATE ALL")],
    [
      "whose columns have changed",
      () => database.pool.query("ALTER TABLE users ALTER COLUMN display_name TYPE varchar(500)"),
    ],
  ])("is still answered by a session %s, and no statement is prepared afterwards", async (_, change) => {
    expect(await found()).toEqual(ALL);
    await change();
    expect(await found()).toEqual(ALL);
    await database.pool.query("DEALLOCATE ALL");
    expect(await found()).toEqual(ALL);
    expect(await preparedNow()).toEqual([]);
    expect(forgotten).toBe(1);
  });

  it("is still answered if another client of the same pooler uses the name", async () => {
    expect(await found()).toEqual(ALL);
    const [{ name = "" } = {}] = await preparedNow();
    await database.close();
    await open();
    await database.pool.query(`DEALLOCATE ALL; PREPARE ${name} AS SELECT 1`);
    expect(await found()).toEqual(ALL);
    expect(forgotten).toBe(1);
  });
});

describe("a reading of hits, which has a transaction for its time limit", () => {
  let hits: PostgresHitReader;
  let asked: Parameters<PostgresHitReader["read"]>[0];
  const read = (timeout_ms = 10_000) => hits.read(asked, { timeout_ms });
  beforeEach(async () => {
    await new PostgresChunkStore(database.db, STAND_IN_VECTORS).publish(aVersion({ document_id: "a", accepted: 1 }));
    const { revision_id } = await database.db.selectFrom("documents").select("revision_id").executeTakeFirstOrThrow();
    hits = new PostgresHitReader(database.db);
    asked = [{ document_id: "a", revision_id: revision_id as string, places: [0] }];
  });
  /** Runs `work` while another session keeps every reader away from the chunks. */
  const withChunksLocked = async (work: () => Promise<void>) => {
    const other = new pg.Client({ connectionString: test.url });
    await other.connect();
    try {
      await other.query("BEGIN; LOCK chunks IN ACCESS EXCLUSIVE MODE");
      await work();
    } finally {
      await other.end();
    }
  };

  it("is prepared, and answered by a session that forgets it", async () => {
    const before = await read();
    expect(before?.documents).toMatchObject([{ document_id: "a", chunks: [{ place: 0 }] }]);
    expect((await preparedNow()).map(({ statement }) => statement)).toEqual([expect.stringContaining("index_head")]);
    await database.pool.query("DEALLOCATE ALL");
    expect(await read()).toEqual(before);
    expect(await preparedNow()).toEqual([]);
    expect(forgotten).toBe(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["for the first time", async () => undefined],
    ["again", () => read()],
    ["by a session that forgets it", () => read().then(() => database.pool.query("DEALLOCATE ALL"))],
  ])("ends at its limit when it is asked %s, and the session answers what follows", async (_, before) => {
    await before();
    await withChunksLocked(async () => {
      expect(await read(50)).toBeNull();
      expect(await hits.texts([], { timeout_ms: 50 })).toBeNull();
      expect(await found()).toEqual(ALL);
    });
    expect((await read())?.documents).toHaveLength(1);
  });

  it("fails with the reason why its transaction does not begin", async () => {
    // More than PostgreSQL takes, also after some of it has passed.
    const tooLong = 2 ** 32;
    await expect(read(tooLong)).rejects.toMatchObject({ code: "22023" });
    expect((await read())?.documents).toHaveLength(1);
  });
});
