import { afterEach, describe, expect, it } from "@jest/globals";
import { type Answer, json, startModelServer, type TestServer } from "@retrieval/contract";
import { createReranker } from "../src/index.js";
import { RERANK_DIALECTS } from "./rerank-dialects.js";
import { signal, testSettings } from "./settings.js";

let server: TestServer;
afterEach(() => server.close());

async function reranker(answer: Answer) {
  server = await startModelServer(answer);
  return createReranker(testSettings(server.url).settings);
}

const asked = () => server.received.map(({ path, body }) => `${path} ${body.texts ? "texts" : "documents"}`);
const dialect = (name: string) => RERANK_DIALECTS[name] as Answer;

describe("the dialect of /rerank", () => {
  it.each([
    ["Cohere, which knows no other fields", ["/v1/rerank documents"], []],
    ["Text Embeddings Inference behind a proxy that adds /v1", ["/v1/rerank documents"], ["/v1/rerank texts"]],
    ["Text Embeddings Inference", ["/v1/rerank documents"], ["/rerank texts"]],
  ])("is found once and remembered: %s", async (name, first, then) => {
    const model = await reranker(dialect(name));
    await model.rerank("休暇", ["a", "b"], signal);
    await model.rerank("休暇", ["a", "b"], signal);
    const spoken = then[0] ?? first[0];
    expect(asked()).toEqual([...first, ...then, spoken]);
  });

  it("is found again if the server is replaced by another", async () => {
    let name = "Text Embeddings Inference";
    const model = await reranker((request, response) => dialect(name)(request, response));
    expect(await model.rerank("休暇", ["休暇"], signal)).toHaveLength(1);
    name = "Jina";
    expect(await model.rerank("休暇", ["休暇"], signal)).toHaveLength(1);
    expect(asked()).toEqual(["/v1/rerank documents", "/rerank texts", "/rerank texts", "/v1/rerank documents"]);
  });

  it("is refused with the first refusal if the server speaks none", async () => {
    const model = await reranker(json(404, {}));
    expect(await model.rerank("休暇", ["a"], signal)).toEqual({ failed: "refused", status: 404 });
    expect(asked()).toEqual(["/v1/rerank documents", "/rerank texts"]);
  });

  it("is not looked for if the server refuses the caller", async () => {
    const model = await reranker(json(401, {}));
    expect(await model.rerank("休暇", ["a"], signal)).toEqual({ failed: "refused", status: 401 });
    expect(server.received).toHaveLength(1);
  });

  it("has only the fields that a strict server knows", async () => {
    const model = await reranker(dialect("Cohere, which knows no other fields"));
    await model.rerank("休暇", ["a", "b"], signal);
    expect(server.received[0]?.body).toEqual({ model: "test-model", query: "休暇", documents: ["a", "b"], top_n: 2 });
  });
});

describe("passages", () => {
  it("are sent at once, and by halves to a server that takes fewer", async () => {
    const model = await reranker(dialect("Text Embeddings Inference"));
    expect(await model.rerank("休暇", Array(40).fill("x"), signal)).toHaveLength(40);
    expect(server.received.map(({ body }) => ((body.texts ?? body.documents) as string[]).length)).toEqual([
      40, 40, 20, 20,
    ]);
  });

  it("are too long if the server takes not even one", async () => {
    const model = await reranker(json(413, {}));
    expect(await model.rerank("休暇", ["a", "b"], signal)).toEqual({ failed: "too_long", status: 413, index: 0 });
  });
});

describe("an answer with scores", () => {
  it("may be in any order, and name its scores in two ways", async () => {
    const model = await reranker(
      json(200, {
        results: [
          { index: 1, score: -2 },
          { index: 0, relevance_score: 0 },
        ],
      }),
    );
    expect(await model.rerank("休暇", ["a", "b"], signal)).toEqual([0, -2]);
  });

  it.each([
    ["too few", [{ index: 0, score: 1 }]],
    ["too many", [0, 1, 2].map((index) => ({ index, score: 1 }))],
    ["the same place twice", [0, 0].map((index) => ({ index, score: 1 }))],
    ["a place that was not asked for", [0, 2].map((index) => ({ index, score: 1 }))],
    ["half a place", [0, 0.5].map((index) => ({ index, score: 1 }))],
    ["no place", [{ score: 1 }, { score: 2 }]],
    ["no score", [{ index: 0, score: 1 }, { index: 1 }]],
    ["null for a score", [0, 1].map((index) => ({ index, score: null }))],
    ["a text for a score", [0, 1].map((index) => ({ index, score: "1" }))],
    ["bare scores", [0.1, 0.2]],
    ["null", null],
  ])("is malformed with %s", async (_, entries) => {
    for (const answer of [entries, { results: entries }, { data: entries }]) {
      const model = await reranker(json(200, answer));
      expect(await model.rerank("休暇", ["a", "b"], signal)).toEqual({ failed: "malformed" });
      await server.close();
    }
  });
});
