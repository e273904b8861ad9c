import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createMigratedDatabase, type TestDatabase } from "@retrieval/contract";
import { sql, type Transaction } from "kysely";
import { holdDocument } from "../src/documents/document-row.js";
import { type Database, openDatabase } from "../src/index.js";
import type { Schema } from "../src/sql/schema.js";

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createMigratedDatabase();
  database = await openDatabase({ kind: "server", url: test.url, poolSize: 2, onConnectionError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** The transaction, with something that happens right after its first statement. */
function afterFirstStatement(trx: Transaction<Schema>, happens: () => Promise<unknown>): Transaction<Schema> {
  let isFirst = true;
  return trx.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFirst) {
        isFirst = false;
        await happens();
      }
      return result;
    },
  }) as Transaction<Schema>;
}

it("reads no document that came after it looked for one to lock", async () => {
  const { db } = database;
  const first = { document_id: "doc", title: "規程", version: "1" };
  const comes = () => db.transaction().execute((trx) => holdDocument(trx, "doc", null, first));
  const held = await db
    .transaction()
    .execute((trx) => holdDocument(afterFirstStatement(trx, comes), "doc", null, null));
  const { rows } = await sql<{ title: string }>`SELECT title FROM documents`.execute(db);
  expect(rows).toEqual([{ title: "規程" }]);
  expect(held).toMatchObject({ document_id: "doc", title: "doc", version: "" });
});
