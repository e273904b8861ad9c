import { describe, expect, it } from "@jest/globals";
import {
  allChunks,
  aParagraph,
  aVersion,
  DATABASE_KINDS,
  IN_THREAD_VECTORS,
  useMigratedDatabase,
} from "@retrieval/contract";
import { sql } from "kysely";
import { PostgresChunkStore } from "../src/index.js";

describe.each(DATABASE_KINDS)("embed versions on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);

  // The statistics estimated a row or two for every revision, so a join of two large ones exceeded the statement
  // timeout.
  it("are kept by a large version, although the database's statistics know only small ones", async () => {
    const { db } = database();
    const chunks = new PostgresChunkStore(db, IN_THREAD_VECTORS);
    await chunks.publish(aVersion({ document_id: "small", accepted: 1 }));
    await sql`ANALYZE`.execute(db);

    const tree = { children: Array.from({ length: 5_001 }, (_, i) => aParagraph(`${i}`)) };
    const version = (accepted: number) => aVersion({ document_id: "large", version: `${accepted}`, accepted, tree });
    await chunks.publish(version(2));
    const embedded = version(2).chunks.map(({ chunk_id, metadata: { text_hash } }) => ({ chunk_id, text_hash }));
    await chunks.writeEmbedVersions("large", "model-a", embedded.slice(0, 4_999));
    await chunks.writeEmbedVersions("large", "model-b", embedded.slice(5_000));
    await chunks.publish(version(3));

    const kept = await allChunks(chunks, "large");
    expect(kept?.map(({ metadata }) => metadata.embed_version)).toEqual([
      ...Array.from({ length: 4_999 }, () => "model-a"),
      null,
      "model-b",
    ]);
  });
});
