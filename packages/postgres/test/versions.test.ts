import { beforeEach, describe, expect, it } from "@jest/globals";
import { aParagraph, aVersion, DATABASE_KINDS, IN_THREAD_VECTORS, useMigratedDatabase } from "@retrieval/contract";
import { sql } from "kysely";
import { PostgresChunkStore, PostgresDocumentCatalog } from "../src/index.js";

describe.each(DATABASE_KINDS)("versions on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const chunksOf = () => new PostgresChunkStore(database().db, IN_THREAD_VECTORS);
  const version = (accepted: number, texts: readonly string[], document_id = "work-rules") =>
    aVersion({ document_id, tree: { children: texts.map(aParagraph) }, accepted });
  const revisions = async () => {
    const { rows } = await sql<{ number: number | null; chunk_count: number }>`
      SELECT number, chunk_count FROM revisions ORDER BY revision_id`.execute(database().db);
    return rows.map(({ number, chunk_count }) => [number, chunk_count]);
  };
  beforeEach(() => database().empty());

  it("are deleted with their document and its draft", async () => {
    await chunksOf().publish(version(1, ["a"]));
    await chunksOf().publish(version(2, ["b"]));
    await chunksOf().publish(version(3, ["other"], "other"));
    await chunksOf().saveDraft(version(4, ["draft"]));
    await new PostgresDocumentCatalog(database().db).remove("work-rules");
    expect(await revisions()).toEqual([[1, 1]]);
  });
});
