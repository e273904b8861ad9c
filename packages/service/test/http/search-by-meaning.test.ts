import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Answer, json, startModelServer, TestEmbedder, type TestServer } from "@retrieval/contract";
import { startTestService, type TestService } from "../harness.js";

const BOARD = { allow_all: false, allowed_groups: ["board"] };

/** Our own small embedder behind OpenAI's API. */
function embeds(embedder: TestEmbedder): Answer {
  return async ({ body }, response) => {
    const texts = body.input as readonly string[];
    const vectors = await embedder.embed("passage", texts, new AbortController().signal);
    if ("failed" in vectors) return json(401, {})({ path: "", headers: {}, body }, response);
    const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }));
    return json(200, { data })({ path: "", headers: {}, body }, response);
  };
}

/** Leaves the order as it is. */
const agrees: Answer = (request, response) => {
  const documents = request.body.documents as readonly string[];
  json(200, { results: documents.map((_, index) => ({ index, relevance_score: -index })) })(request, response);
};

describe("searching by meaning over HTTP", () => {
  const embedder = new TestEmbedder();
  let t: TestService;
  let reranker: TestServer;
  let meanings: TestServer;
  let admin: string;
  let reader: string;
  beforeAll(async () => {
    [reranker, meanings] = await Promise.all([startModelServer(agrees), startModelServer(embeds(embedder))]);
    t = await startTestService({
      env: {
        RERANK_URL: reranker.url,
        RERANK_MODEL: "agreeing",
        EMBEDDING_URL: meanings.url,
        EMBEDDING_MODEL: embedder.model,
        WORDS_SHARE: "0.5",
      },
    });
    admin = await t.signedIn("000001", { role: "admin" });
    reader = await t.signedIn("100001");
    await upload("shugyo", "就業規則", ["年次有給休暇は、十日とする。", "賃金は、月末に支払う。", "制服を着用する。"]);
    await upload("handbook", "Handbook", ["Annual leave is ten days.", "Wages are due monthly.", "Uniforms are worn."]);
    await upload("board", "Board", ["Leave of directors and their wages."], BOARD);
    // The job that makes vectors runs beside everything else.
    while (!/^retrieval_embedded_documents 3$/m.test(await metrics())) await sleep(50);
  });
  afterAll(async () => {
    await t.close();
    await Promise.all([reranker.close(), meanings.close()]);
  });

  const metrics = async () => (await t.http().get("/metrics")).text;
  const upload = async (document_id: string, title: string, texts: readonly string[], access_rules?: object) => {
    const chunks = texts.map((content, i) => {
      const section_path = [{ level: 1, type: "article", label: `第${i + 1}条`, title: "" }];
      return { text_type: "paragraph", content, metadata: { section_path } };
    });
    const answer = await t
      .http()
      .put(`/api/manage/documents/${document_id}?wait=true`)
      .set("Authorization", `Bearer ${admin}`)
      .send({ title, version: "1", chunks, ...(access_rules === undefined ? {} : { access_rules }) });
    expect(answer.body).toMatchObject({ state: "done" });
  };
  const search = async (body: object) => {
    const answer = await t.http().post("/api/search").set("Authorization", `Bearer ${reader}`).send(body);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const idsOf = (body: { results: readonly { section: { id: string } }[] }) =>
    body.results.map(({ section }) => section.id);

  it("finds the Japanese article for an English question, and the English one for a Japanese question", async () => {
    for (const [query, expected] of [
      ["How much vacation do I get?", ["handbook::art1", "shugyo::art1"]],
      ["給与はいつですか", ["handbook::art2", "shugyo::art2"]],
    ] as const) {
      const body = await search({ query, limit: 2 });
      expect(idsOf(body).sort()).toEqual(expected);
      expect(body).toMatchObject({ by: ["words", "meaning", "rerank"], fits: true });
    }
  });

  it("never finds or sends what the reader may not see", async () => {
    const body = await search({ query: "leave wages", limit: 50 });
    expect(idsOf(body).sort()).toEqual(["handbook::art1", "handbook::art2", "shugyo::art1", "shugyo::art2"]);
    expect(
      reranker.received
        .flatMap(({ body }) => body.documents as string[])
        .filter((passage) => passage.includes("directors")),
    ).toEqual([]);
  });

  it("goes on without a model that fails, and counts the calls", async () => {
    embedder.isDown = true;
    const first = await search({ query: "leave" });
    expect(first.by).not.toContain("meaning");
    expect(idsOf(first)).toContain("handbook::art1");
    const { calls } = embedder;
    await search({ query: "leave" });
    expect(embedder.calls).toBe(calls);
    embedder.isDown = false;
    const text = await metrics();
    expect(text).toContain('retrieval_model_calls_total{model="embedder",outcome="failed"} 1');
    expect(text).toMatch(/retrieval_model_calls_total\{model="reranker",outcome="used"\} [1-9]/);
  });

  it("answers a question with an article in another language as a source", async () => {
    const answer = await t
      .http()
      .post("/api/answer")
      .set({ Authorization: `Bearer ${reader}`, Accept: "application/json" })
      .send({ question: "年次有給休暇は何日ですか" });
    expect(answer.status).toBe(200);
    expect(answer.body.sources[0].section.id).toBe("shugyo::art1");
  });
});
