import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  aParagraph,
  aVersion,
  DATABASE_KINDS,
  IN_THREAD_VECTORS,
  ONE_CONNECTION,
  useMigratedDatabase,
} from "@retrieval/contract";
import { KEPT_VERSIONS } from "@retrieval/core/documents";
import { sql } from "kysely";
import { PostgresChunkStore, PostgresVersionArchive } from "../src/index.js";

describe.each(DATABASE_KINDS)("versions on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const chunksOf = (kept = KEPT_VERSIONS) => new PostgresChunkStore(database().db, IN_THREAD_VECTORS, kept);
  const version = (accepted: number, texts: readonly string[], document_id = "work-rules") =>
    aVersion({ document_id, tree: { children: texts.map(aParagraph) }, accepted });
  const revisions = async () => {
    const { rows } = await sql<{ number: number | null; chunk_count: number }>`
      SELECT number, chunk_count FROM revisions ORDER BY revision_id`.execute(database().db);
    return rows.map(({ number, chunk_count }) => [number, chunk_count]);
  };
  beforeEach(() => database().empty());

  it("are deleted with their document, also by an older instance, and its draft is not", async () => {
    await chunksOf().publish(version(1, ["a"]));
    await chunksOf().publish(version(2, ["b"]));
    await chunksOf().publish(version(3, ["other"], "other"));
    await chunksOf().saveDraft(version(4, ["draft"]));
    await sql`UPDATE documents SET revision_id = NULL WHERE document_id = 'work-rules'`.execute(database().db);
    expect(await revisions()).toEqual([
      [1, 1],
      [null, 1],
    ]);
  });

  const isLeftOut = kind === "embedded";
  const suite = isLeftOut ? describe.skip : describe;
  suite(`beside another transaction${isLeftOut ? ` (left out: ${ONE_CONNECTION})` : ""}`, () => {
    it("are compared without waiting for it", async () => {
      await chunksOf().publish(version(1, ["a"]));
      const other = await database().another();
      await database()
        .db.transaction()
        .execute(async (trx) => {
          await sql`SELECT FROM documents FOR UPDATE`.execute(trx);
          const versions = new PostgresVersionArchive(other.db, IN_THREAD_VECTORS);
          expect(await versions.changes("work-rules", 1)).toMatchObject({ published: 1 });
        });
    });

    it("stay while it holds them, and are removed by the next publication", async () => {
      const none = { ...KEPT_VERSIONS, chunks: 0 };
      await chunksOf().publish(version(1, ["a"], "other"));
      await chunksOf().publish(version(2, ["b"], "other"));
      const other = await database().another();
      await other.db.transaction().execute(async (trx) => {
        await sql`SELECT FROM revisions WHERE number = 1 FOR SHARE`.execute(trx);
        await chunksOf(none).publish(version(3, ["c"]));
        expect((await revisions()).map(([number]) => number)).toEqual([1, 2, 1]);
      });
      await chunksOf(none).publish(version(4, ["d"]));
      expect((await revisions()).map(([number]) => number)).toEqual([2, 2]);
    });
  });
});
