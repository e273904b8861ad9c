import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { aParagraph, aReader, aUser, aVersion, createTestDatabase, type TestDatabase } from "@retrieval/contract";
import { CLOSED, readerFilter } from "@retrieval/core";
import { sql } from "kysely";
import {
  type Database,
  migrateToLatest,
  openDatabase,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresUserDirectory,
  UNLIMITED_SEARCH_TEXTS,
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
  await migrateToLatest(database.db, UNLIMITED_SEARCH_TEXTS);
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

describe("a reader's page of documents", () => {
  it("stays correct when it is planned without the reader, from the sixth use on", async () => {
    const chunks = new PostgresChunkStore(database.db, UNLIMITED_SEARCH_TEXTS);
    const groups = ["a", "b", "c"];
    const ids = Array.from({ length: 30 }, (_, i) => `d${String(i).padStart(2, "0")}`);
    for (const [i, document_id] of ids.entries()) {
      const rule = { allow_all: i % 10 === 0, allowed_groups: [groups[i % 3] as string] };
      const access_rules = { ...CLOSED, ...rule };
      await chunks.publish(
        aVersion({ document_id, access_rules, accepted: i + 1, tree: { children: [aParagraph("x")] } }),
      );
    }
    const catalog = new PostgresDocumentCatalog(database.db);
    for (let round = 0; round < 10; round += 1) {
      for (const mine of [[], ["a"], ["b", "c"], groups]) {
        for (const after of [undefined, ids[round * 2]]) {
          const limit = 1 + round;
          const filter = readerFilter(aReader({ permission_groups: mine }));
          const page = await catalog.listFor(filter, { limit, ...(after === undefined ? {} : { after }) });
          const visible = ids.filter((_, i) => i % 10 === 0 || mine.includes(groups[i % 3] as string));
          const later = visible.filter((id) => after === undefined || id > after);
          expect(page.map(({ document_id }) => document_id)).toEqual(later.slice(0, limit));
        }
      }
    }
    const { rows } = await sql<{ generic_plans: number }>`
      SELECT generic_plans::int FROM pg_prepared_statements WHERE statement LIKE '%document_audience%'
    `.execute(database.db);
    expect(rows).toHaveLength(2);
    expect(rows.some(({ generic_plans }) => generic_plans > 0)).toBe(true);
  });
});

describe("a reader's page of many documents", () => {
  it("is not planned again for each reader, and has the reader's documents at any length", async () => {
    const ids = Array.from({ length: 5_000 }, (_, i) => `d${String(i).padStart(4, "0")}`);
    await publishByHand(ids);
    const catalog = new PostgresDocumentCatalog(database.db);
    for (let round = 0; round < 10; round += 1) {
      const group = `g${round % 2}`;
      const filter = readerFilter(aReader({ permission_groups: [group] }));
      const visible = ids.filter((_, i) => `g${i % 4}` === group);
      for (const limit of [50, 51, 52, 201, 202, 1_000]) {
        for (const after of [undefined, ids[2_000]]) {
          const page = await catalog.listFor(filter, { limit, ...(after === undefined ? {} : { after }) });
          const later = visible.filter((id) => after === undefined || id > after);
          expect(page.map(({ document_id }) => document_id)).toEqual(later.slice(0, limit));
        }
      }
    }
    const { rows } = await sql<{ custom_plans: number }>`
      SELECT custom_plans::int FROM pg_prepared_statements WHERE statement LIKE '%document_audience%'
    `.execute(database.db);
    expect(rows.map(({ custom_plans }) => custom_plans)).toEqual([5, 5, 5, 5]);
  });

  /** Every fourth document for another group. */
  async function publishByHand(ids: readonly string[]): Promise<void> {
    await sql`
      WITH revision AS (
        INSERT INTO revisions (document_id, title, version, accepted) VALUES (${ids[0]}, 'Any', '1', 1) RETURNING revision_id
      )
      INSERT INTO documents (document_id, title, version, search_key, revision_id, accepted, allow_all,
        allowed_department_codes, allowed_groups, allowed_users, audience)
      SELECT id, id, '1', id, revision_id, 1, false, '{}', ARRAY[g], '{}', ARRAY['g:' || g]
      FROM revision, unnest(${ids}::text[]) WITH ORDINALITY AS given (id, nth), LATERAL (SELECT 'g' || (nth - 1) % 4) AS its (g)
    `.execute(database.db);
    await sql`ANALYZE documents, document_audience`.execute(database.db);
  }
});

describe("a look-up by key", () => {
  it("is the only statement that is prepared, once per session, under a name made from its text", async () => {
    for (let i = 0; i < 10; i += 1) expect(await found()).toEqual(ALL);
    await users.list({ limit: 10 });
    const prepared = await preparedNow();
    expect(prepared).toHaveLength(1);
    expect(prepared[0]?.name).toMatch(/^retrieval_[0-9a-f]{16}$/);
    expect(prepared[0]?.statement).toMatch(/from "users" where "user_id" = \$1$/);
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
    await database.pool.query(`PREPARE ${name} AS SELECT 1`);
    expect(await found()).toEqual(ALL);
    expect(forgotten).toBe(1);
  });
});
