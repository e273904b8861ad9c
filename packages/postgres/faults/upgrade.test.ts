import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  allChunks,
  aReader,
  aRule,
  copyDataDirectory,
  createTestDatabase,
  DATABASE_KINDS,
  documentsOf,
  IN_THREAD_VECTORS,
} from "@retrieval/contract";
import { readerFilter } from "@retrieval/core";
import { QuestionReader, SearchEngine } from "@retrieval/core/search";
import { synchroniseUser } from "@retrieval/core/use-cases";
import { sql } from "kysely";
import {
  type Database,
  migrateToLatest,
  openDatabase,
  PostgresAuditLog,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresEmbeddingStore,
  PostgresIndexSource,
  PostgresUserDirectory,
} from "../src/index.js";
import { migratorOf } from "../src/migrations/migrate.js";
import { AMOUNT, FIRST_DATA, HEADING, PARAGRAPH } from "./released-data.js";

describe.each(DATABASE_KINDS)("a database of the first version with data, migrated to the last (%s)", (kind) => {
  let database: Database;
  let remove: () => Promise<void>;
  let upgraded: number;
  const manager = aReader({ user_id: "001234", department_code: "D1020", permission_groups: ["managers"] });
  const stranger = aReader({ user_id: "009999" });

  beforeAll(async () => {
    const onConnectionError = () => undefined;
    if (kind === "server") {
      const { url, drop } = await createTestDatabase();
      remove = drop;
      database = await openDatabase({ kind, url, poolSize: 2, onConnectionError });
    } else {
      const copy = await copyDataDirectory("empty");
      remove = copy.remove;
      database = await openDatabase({ kind, directory: copy.directory, onConnectionError });
    }
    const { db } = database;
    expect((await migratorOf(db).migrateTo("0001-first")).error).toBeUndefined();
    await db.transaction().execute(async (trx) => {
      for (const statement of FIRST_DATA) await sql.raw(statement).execute(trx);
    });
    expect((await migrateToLatest(db))[0]).toBe("0002-search");
    const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
    upgraded = rows[0]?.now.getTime() ?? 0;
  });
  afterAll(async () => {
    await database.close();
    await remove();
  });

  /** The documents that an index of this database finds. */
  async function found(reader: typeof manager): Promise<string[]> {
    const engine = new SearchEngine(new QuestionReader(new Set()));
    for (const document of await documentsOf(new PostgresIndexSource(database.db, IN_THREAD_VECTORS), null))
      engine.put(document);
    const ask = {
      query: "通勤手当",
      reader: readerFilter(reader),
      limit: 10,
      doc_ids: null,
      text_types: null,
      meaning: null,
    };
    return engine.search(ask).sections.map(({ document_id }) => document_id);
  }

  it("has its users and departments", async () => {
    const users = new PostgresUserDirectory(database.db);
    expect(await users.departments()).toEqual([{ code: "D1020", name: "人事部" }]);
    expect(await users.find("001234")).toEqual({
      user_id: "001234",
      display_name: "髙橋 一郎",
      department: "人事部",
      department_code: "D1020",
      department_code_given: false,
      email: "i@example.com",
      role: "user",
      permission_groups: ["managers"],
      is_active: true,
      password_hash: "$argon2id$v=19$old",
      sessions: 0,
    });
    expect(
      (await users.list({ query: "佐藤 𠮷", limit: 10 })).map(({ user_id, is_active }) => [user_id, is_active]),
    ).toEqual([["001235", false]]);
    expect((await users.look([])).active_admins).toEqual(["000001"]);
  });

  it("has its documents, with their rules, for the same readers, and no deleted one", async () => {
    const catalog = new PostgresDocumentCatalog(database.db);
    const page = { limit: 10 };
    const rules = aRule({ allowed_department_codes: ["D1010"], allowed_groups: ["managers"] });
    expect(await catalog.list(page)).toEqual([
      {
        document_id: "wage-rules",
        title: "賃金規程",
        version: "2025-04-01",
        access_rules: rules,
        rules_version: 4,
      },
    ]);
    const chunks = new PostgresChunkStore(database.db, IN_THREAD_VECTORS);
    expect(await allChunks(chunks, "wage-rules")).toEqual([HEADING, PARAGRAPH, AMOUNT].map((text) => JSON.parse(text)));
  });

  it("has documents that wait for their vectors of meaning", async () => {
    const store = new PostgresEmbeddingStore(database);
    const model = { model: "e5", variant: "" };
    const [first, ...others] = await store.next(model, { only_open: false, except: [], limit: 10 });
    expect([first?.document_id, others]).toEqual(["wage-rules", []]);
    const source = new PostgresIndexSource(database.db, IN_THREAD_VECTORS, { meaning: model });
    const before = await source.generation();
    await store.finish(model, first?.revision_id as string, [], "e5@2026-01-31");
    expect((await source.generation()).number).toBe(before.number + 1);
  });

  it("finds documents older than the search, if the reader may see them", async () => {
    expect(await found(manager)).toEqual(["wage-rules"]);
    expect(await found(stranger)).toEqual([]);
  });

  it("has an audit log that begins with the existing data", async () => {
    const audit = new PostgresAuditLog(database.db);
    const rules = aRule({ allowed_department_codes: ["D1010"], allowed_groups: ["managers"] });
    expect(await audit.documentsAt(upgraded)).toEqual([
      { document_id: "wage-rules", title: "賃金規程", version: "2025-04-01", access_rules: rules },
    ]);
    expect((await audit.usersAt(upgraded)).map(({ user_id }) => user_id).sort()).toEqual([
      "000001",
      "001234",
      "001235",
    ]);
    const history = await new PostgresDocumentCatalog(database.db).rulesHistory("wage-rules", { limit: 10 });
    expect(history).toEqual([
      expect.objectContaining({ rules_version: 4, cause: "found", by_user: null, before: null, after: rules }),
    ]);
  });

  it("can be written to: rules, users, and their entries in the audit log", async () => {
    const catalog = new PostgresDocumentCatalog(database.db);
    await catalog.changeRules("wage-rules", aRule({ allowed_users: ["009999"] }), 4);
    expect(await found(stranger)).toEqual(["wage-rules"]);
    expect(await found(manager)).toEqual([]);
    const users = new PostgresUserDirectory(database.db);
    await synchroniseUser("001235", { display_name: "佐藤 𠮷", is_active: true }, null, users);
    expect(await users.find("001235")).toMatchObject({ is_active: true });
    const history = await catalog.rulesHistory("wage-rules", { limit: 10 });
    expect(history.map(({ rules_version, cause }) => [rules_version, cause])).toEqual([
      [5, "edit"],
      [4, "found"],
    ]);
  });
});
