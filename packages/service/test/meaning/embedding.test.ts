import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { documentsOf } from "@retrieval/contract";
import type { IndexedDocument } from "@retrieval/core/ports";
import { NEUTRAL_TEXTS } from "@retrieval/core/search";
import { PostgresEmbeddingStore, PostgresIndexSource } from "@retrieval/postgres";
import { composeMeaning } from "../../src/wiring/engine.js";
import { type MeaningModel, meaningModelOf } from "../../src/wiring/meaning-model.js";
import { createHardenedDatabase, type HardenedDatabase } from "../hardened-database.js";
import { startTestService, type TestService } from "../harness.js";

const NEUTRAL = new Set([NEUTRAL_TEXTS.query, NEUTRAL_TEXTS.passage].flatMap((texts) => Object.values(texts).flat()));
const isNeutral = (one: string) => NEUTRAL.has(one.replace(/^(query|passage): /, ""));

/** A server with OpenAI's API for embeddings, which can be told to fail. */
class ModelServer {
  readonly received: { readonly model: string; readonly input: readonly string[] }[] = [];
  readonly keys = new Set<string | undefined>();
  fails = false;
  readonly #server: Server = createServer(async (request, response) => {
    const { model, input } = JSON.parse(await text(request)) as { model: string; input: string[] };
    this.keys.add(request.headers.authorization);
    if (this.fails) return response.writeHead(500).end();
    this.received.push({ model, input });
    const data = input.map((one, index) => ({ index, embedding: [3, one.length, 1, 0] }));
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
  });

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, "127.0.0.1", listening));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  textsFor(wanted: string): readonly string[] {
    const texts = this.received.filter(({ model }) => model === wanted).flatMap(({ input }) => input);
    return texts.filter((one) => !isNeutral(one));
  }
}

const OLD = {
  ...{ url: "", model: "e5-small", key: "secret-key" },
  ...{ queryPrefix: "query: ", passagePrefix: "passage: " },
};

describe("a service with a model of meaning, under a role that was hardened", () => {
  const model = new ModelServer();
  let database: HardenedDatabase;
  let t: TestService;
  let admin: string;
  let url: string;
  beforeAll(async () => {
    url = await model.start();
    database = await createHardenedDatabase();
    t = await startTestService({
      env: {
        DATABASE_URL: database.serviceUrl,
        EMBEDDING_URL: url,
        EMBEDDING_MODEL: OLD.model,
        EMBEDDING_KEY: OLD.key,
        EMBEDDING_QUERY_PREFIX: OLD.queryPrefix,
        EMBEDDING_PASSAGE_PREFIX: OLD.passagePrefix,
      },
    });
    admin = await t.signedIn("000001", { role: "admin" });
  });
  afterAll(async () => {
    await t.close();
    await database.drop();
    await model.close();
  });

  const upload = async (document_id: string, content: string, access_rules = { allow_all: true }) => {
    const path = [{ level: 1, type: "article", label: "第5条", title: "日当" }];
    const chunks = [{ text_type: "paragraph", content, metadata: { section_path: path } }];
    const { body } = await t
      .http()
      .put(`/api/manage/documents/${document_id}?wait=true`)
      .set("Authorization", `Bearer ${admin}`)
      .send({ title: "旅費規程", access_rules, chunks });
    expect(body).toMatchObject({ state: "done" });
  };
  const documentsWith = async (name: string): Promise<IndexedDocument[]> => {
    const named = { embeddingModel: { ...OLD, url, model: name }, MODELS_FOR_RESTRICTED: false };
    const meaning = meaningModelOf(named, null)?.stored ?? null;
    const source = new PostgresIndexSource(t.database.db, async () => new Uint8Array(), { meaning });
    return (await documentsOf(source, null)).filter((document) => document.meaning !== null);
  };
  const embedded = async (count: number, name = OLD.model) => {
    for (let waited = 0; waited < 30_000; waited += 20) {
      const documents = await documentsWith(name);
      if (documents.length === count) return documents;
      await sleep(20);
    }
    throw new Error(`${count} documents do not get vectors of ${name}:\n${t.log()}`);
  };

  it("has the vectors of a document soon after its upload, and asks for none of the same text again", async () => {
    await upload("travel", "出張の日当は、3,000円とする。");
    const [first] = await embedded(1);
    expect(first?.meaning).toMatchObject({ dimensions: 4, parts: [{ place: 0, chunks: 1 }] });
    expect(model.textsFor(OLD.model)).toEqual(["passage: 旅費規程 > 第5条 日当\n出張の日当は、3,000円とする。"]);
    expect(model.received.flatMap(({ input }) => input).filter(isNeutral)).toHaveLength(NEUTRAL.size);
    await upload("travel-old", "出張の日当は、3,000円とする。");
    await embedded(2);
    expect(model.textsFor(OLD.model)).toHaveLength(1);
    expect([...model.keys]).toEqual([`Bearer ${OLD.key}`]);
  });

  it("says in a chunk which model embedded it", async () => {
    const { body } = await t
      .http()
      .get("/api/manage/documents/travel/chunks")
      .set("Authorization", `Bearer ${admin}`)
      .expect(200);
    expect(body.items[0].metadata.embed_version).toBe("e5-small@2026-01-15");
  });

  it("keeps the vectors of the model before until another one has all of its own", async () => {
    const { service, database } = t;
    const source = new PostgresIndexSource(database.db, async () => new Uint8Array());
    const ruri = { embeddingModel: { ...OLD, url, model: "ruri" }, MODELS_FOR_RESTRICTED: false };
    const another = composeMeaning(meaningModelOf(ruri, null) as MeaningModel, {
      ...{ database, source, clock: t.clock, logger: service.deps.logger as never },
    });
    another.start();
    try {
      await embedded(2, "ruri");
      expect(await documentsWith(OLD.model)).toHaveLength(2);
      expect(model.textsFor("ruri")).toHaveLength(1);
    } finally {
      await another.stop();
    }
  });

  it("removes what nothing uses", async () => {
    const store = new PostgresEmbeddingStore(t.database);
    await store.removeUnused();
    expect(await documentsWith(OLD.model)).toHaveLength(2);
    await t.database.pool.query("UPDATE embedding_models SET used_at = now() - interval '2 days' WHERE model = 'ruri'");
    await store.removeUnused();
    expect([await documentsWith(OLD.model), await documentsWith("ruri")]).toEqual([expect.any(Array), []]);
    expect(await documentsWith(OLD.model)).toHaveLength(2);
  });

  it("searches and answers by words after the settings are removed, asks no model, and keeps vectors in use", async () => {
    const asked = model.received.length;
    const plain = await startTestService({ env: { DATABASE_URL: database.serviceUrl } });
    try {
      const { pool } = plain.database;
      await pool.query(`INSERT INTO embeddings (model_id, text_hash, vector, added_at)
        SELECT model_id, '\\x00', '\\x00', now() - interval '2 days' FROM embedding_models`);
      for (const retention of plain.service.retentions) await retention.forgetOld();
      expect((await pool.query("SELECT FROM embeddings WHERE text_hash = '\\x00'")).rowCount).toBe(0);
      expect(await documentsWith(OLD.model)).toHaveLength(2);
      const token = await plain.signedIn("100001");
      const post = (path: string, body: object) =>
        plain.http().post(path).set("Authorization", `Bearer ${token}`).send(body).expect(200);
      const search = await post("/api/search", { query: "出張の日当" });
      expect(search.body).toMatchObject({
        by: ["words"],
        fits: true,
        results: [{ doc: { id: expect.stringMatching(/^travel/) } }, {}],
      });
      const answer = await post("/api/answer", { question: "出張の日当はいくら" });
      expect(answer.body).toMatchObject({ outcome: "answer", model: "none" });
      expect(answer.body.answer.units[0].text).toContain("3,000円");
      expect(model.received.length).toBe(asked);
    } finally {
      await plain.close();
    }
  });

  it("goes on without the model while it fails", async () => {
    model.fails = true;
    await upload("board", "役員の日当は、9,000円とする。");
    const failed = () => t.log().includes("the embedding model fails; trying again, search goes on");
    for (let waited = 0; waited < 30_000 && !failed(); waited += 20) await sleep(20);
    expect(failed()).toBe(true);
    expect(t.log()).not.toContain(OLD.key);
    const { body } = await t
      .http()
      .post("/api/search")
      .set("Authorization", `Bearer ${await t.signedIn("100001")}`)
      .send({ query: "役員の日当" })
      .expect(200);
    expect(body.results[0].doc.id).toBe("board");
    await t.http().get("/readyz").expect(200);
    const metrics = async () => (await t.http().get("/metrics")).text;
    expect(await metrics()).toMatch(/^retrieval_embedded_documents 2$/m);
    model.fails = false;
  });
});
