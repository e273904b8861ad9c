import { describe, expect, it } from "@jest/globals";
import {
  aVersion,
  DATABASE_KINDS,
  documentsOf,
  ONE_CONNECTION,
  STAND_IN_VECTORS,
  useMigratedDatabase,
} from "@retrieval/contract";
import { embeddingParts } from "@retrieval/core/search";
import { sql } from "kysely";
import {
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresDocumentLives,
  PostgresEmbeddingStore,
  PostgresIndexSource,
  PostgresJobQueue,
  PostgresUserDirectory,
} from "../src/index.js";
import { embeddingStoreContract, type OpenEmbeddings } from "./suites/embedding-store.js";

describe.each(DATABASE_KINDS)("on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  let elsewhereStore: PostgresEmbeddingStore | undefined;
  const accept = async () => {
    const { rows } = await sql<{ number: string }>`SELECT nextval('acceptance') AS number`.execute(database().db);
    return Number(rows[0]?.number);
  };

  const open = async (): Promise<OpenEmbeddings> => {
    const { db, pool, statements, another, empty } = database();
    await empty();
    if (kind === "server") elsewhereStore ??= new PostgresEmbeddingStore(await another());
    return {
      chunks: new PostgresChunkStore(db, STAND_IN_VECTORS),
      catalog: new PostgresDocumentCatalog(db),
      lives: new PostgresDocumentLives(db),
      users: new PostgresUserDirectory(db),
      jobs: new PostgresJobQueue(db),
      store: new PostgresEmbeddingStore(database()),
      ...(elsewhereStore ? { elsewhereStore } : {}),
      sourceWith: (meaning) => new PostgresIndexSource(db, STAND_IN_VECTORS, { meaning }),
      async age(hours) {
        await pool.query(`UPDATE embedding_models SET used_at = used_at - interval '${hours} hours'`);
        await pool.query(`UPDATE embeddings SET added_at = added_at - interval '${hours} hours'`);
      },
      accept,
      async countStatements(work) {
        statements.length = 0;
        await work();
        return statements.length;
      },
      close: async () => undefined,
    };
  };

  embeddingStoreContract(
    "PostgresEmbeddingStore",
    open,
    kind === "embedded" ? { severalInstances: ONE_CONNECTION } : {},
  );

  const MODEL = { model: "e5", variant: "" };
  const embedAll = async (dimensions: number) => {
    const { store } = await open().then((opened) => opened);
    return async (document_id: string) => {
      const chunks = new PostgresChunkStore(database().db, STAND_IN_VECTORS);
      await chunks.publish(aVersion({ document_id, title: document_id, accepted: await accept() }));
      const [found] = await store.next(MODEL, { only_open: false, except: [], limit: 1 });
      const parts = embeddingParts(document_id, (await store.chunks(found?.revision_id as string)) ?? []);
      const vector = new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
      await store.add(
        MODEL,
        parts.map(({ hash }) => ({ hash, vector })),
      );
      await store.finish(MODEL, found?.revision_id as string, parts, "e5@2026-01-31");
    };
  };

  it("the meaning of a page is read by one statement, and bounds the page", async () => {
    const embed = await embedAll(600_000);
    for (const id of ["a", "b", "c", "d", "e"]) await embed(id);
    const { db, statements } = database();
    const source = new PostgresIndexSource(db, STAND_IN_VECTORS, { meaning: MODEL });
    const pages: number[] = [];
    const keys = (await source.documents().next()).value?.documents ?? [];
    statements.length = 0;
    for await (const texts of source.texts(keys, new Set())) pages.push(texts.length);
    // Four parts of 600 kB each.
    expect(pages).toEqual([3, 2]);
    expect(statements.length).toBe(4);
  });

  it("stored vectors are neither read nor counted where no model is set", async () => {
    const embed = await embedAll(4);
    await embed("a");
    const { db, statements } = database();
    const source = new PostgresIndexSource(db, STAND_IN_VECTORS);
    statements.length = 0;
    expect((await documentsOf(source, null)).map(({ meaning }) => meaning)).toEqual([null]);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((statement) => /embedd/.test(statement))).toEqual([]);
  });

  it("a document of which a vector was lost has no meaning", async () => {
    const embed = await embedAll(4);
    await embed("a");
    await embed("b");
    await database().pool.query(`DELETE FROM embeddings WHERE text_hash = (
      SELECT text_hashes[1] FROM embedded_revisions ORDER BY revision_id LIMIT 1)`);
    const read = await documentsOf(new PostgresIndexSource(database().db, STAND_IN_VECTORS, { meaning: MODEL }), null);
    expect(read.map(({ meaning }) => meaning?.parts.length)).toEqual([undefined, 4]);
  });
});
