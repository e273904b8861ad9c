import { afterEach, describe, expect, it } from "@jest/globals";
import { type Answer, cut, json, raw, startModelServer, type TestServer } from "@retrieval/contract";
import { createEmbedder, type EmbedderSettings } from "../src/index.js";
import { batchTooLarge, EMBEDDING_DIALECTS, inputOf, items } from "./embedding-dialects.js";
import { signal, testSettings } from "./settings.js";

let server: TestServer;
afterEach(() => server.close());

const healthy = EMBEDDING_DIALECTS.OpenAI as Answer;

async function embedder(answer: Answer, more: Partial<EmbedderSettings> = {}) {
  server = await startModelServer(answer);
  return createEmbedder({ ...testSettings(server.url).settings, ...more });
}

const answerWith = (data: unknown) => json(200, { object: "list", data });
const sizes = () => server.received.map((request) => inputOf(request).length);
const texts = (count: number) => Array.from({ length: count }, (_, i) => `第${i + 1}条`);

describe("a request for vectors", () => {
  it("asks for numbers, in one batch of 32 after the other", async () => {
    await (await embedder(healthy)).embed("passage", texts(70), signal);
    expect(sizes()).toEqual([32, 32, 6]);
    const [first] = server.received;
    expect(first?.body).toEqual({ model: "test-model", input: texts(32), encoding_format: "float" });
    expect(first?.path).toBe("/v1/embeddings");
  });

  it("puts the prefix of its kind before each text", async () => {
    const e5 = await embedder(healthy, { queryPrefix: "query: ", passagePrefix: "passage: " });
    await e5.embed("query", ["休暇"], signal);
    await e5.embed("passage", ["休暇", "手当"], signal);
    expect(server.received.map(inputOf)).toEqual([["query: 休暇"], ["passage: 休暇", "passage: 手当"]]);
  });

  it.each([
    ["TEI, 413", json(413, batchTooLarge(32))],
    [
      "OpenAI, 400",
      json(400, { error: { message: "This model's maximum context length is 8192 tokens", code: null } }),
    ],
    ["Ollama, 400", json(400, { error: { message: "the input length exceeds the context length" } })],
    ["llama.cpp, 500", json(500, { error: { code: 500, message: "input is too large to process. increase it" } })],
    ["llama.cpp, 400", json(400, { error: { type: "exceed_context_size_error", message: "too many tokens" } })],
    ["TEI, 422", json(422, { error: "`inputs` must have less than 512 tokens. Given: 600" })],
  ])("is halved until the server takes it: %s", async (_, refusal) => {
    const few = await embedder((request, response) =>
      (inputOf(request).length > 5 ? refusal : healthy)(request, response),
    );
    const vectors = await few.embed("passage", texts(11), signal);
    expect(sizes()).toEqual([11, 6, 3, 3, 5]);
    await server.close();
    expect(vectors).toEqual(await (await embedder(healthy)).embed("passage", texts(11), signal));
  });

  it("names the one text that is too long alone", async () => {
    const refusal = json(400, { error: { message: "maximum context length is 512 tokens" } });
    const short = await embedder((request, response) =>
      (inputOf(request).some((text) => text.length > 9) ? refusal : healthy)(request, response),
    );
    const outcome = await short.embed("passage", [...texts(40), "x".repeat(10), "y"], signal);
    expect(outcome).toEqual({ failed: "too_long", status: 400, index: 40 });
  });
});

describe("an answer with vectors", () => {
  it("is scaled to length 1, however large or small its numbers are", async () => {
    const vectors = [
      [3, 4],
      [3e300, 4e300],
      [3e-300, 4e-300],
      [-0.6, 0.8],
    ];
    const answer = answerWith(vectors.map((embedding, index) => ({ index, embedding })));
    const [first, second, third, fourth] = (await (
      await embedder(answer)
    ).embed("passage", texts(4), signal)) as Float32Array[];
    for (const vector of [first, second, third]) expect(vector).toEqual(Float32Array.of(0.6, 0.8));
    expect(fourth).toEqual(Float32Array.of(-0.6, 0.8));
  });

  const two = items(["a", "b"]);
  it.each([
    ["too few", [two[0]]],
    ["too many", [...two, { index: 2, embedding: [1] }]],
    ["the same place twice", [two[0], { ...two[1], index: 0 }]],
    ["a place that was not asked for", [two[0], { ...two[1], index: 2 }]],
    ["a negative place", [two[0], { ...two[1], index: -1 }]],
    ["no place", [{ embedding: [1] }, { embedding: [2] }]],
    ["a place as text", two.map((item) => ({ ...item, index: String(item.index) }))],
    ["null for a number", [two[0], { index: 1, embedding: [1, null, 3, 4, 5, 6, 7, 8] }]],
    ["a text for a number", [two[0], { index: 1, embedding: ["1", 2, 3, 4, 5, 6, 7, 8] }]],
    ["base64", two.map(({ index, embedding }) => ({ index, embedding: Buffer.from(embedding).toString("base64") }))],
    ["two dimensions", [two[0], { index: 1, embedding: [1, 2] }]],
    ["an empty vector", [two[0], { index: 1, embedding: [] }]],
    ["a vector of zeros", [two[0], { index: 1, embedding: [0, 0, 0, 0, 0, 0, 0, 0] }]],
    ["a vector for each token", [two[0], { index: 1, embedding: [[1, 2]] }]],
    ["null for an entry", [two[0], null]],
    ["no list", { 0: two[0], 1: two[1], length: 2 }],
    ["nothing", undefined],
  ])("is malformed with %s", async (_, data) => {
    const outcome = await (await embedder(answerWith(data))).embed("passage", ["a", "b"], signal);
    expect(outcome).toEqual({ failed: "malformed" });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ["NaN", '{"data": [{"index": 0, "embedding": [NaN, 1]}]}'],
    ["a number beyond all", '{"data": [{"index": 0, "embedding": [1e999, 1]}]}'],
    ["half of its JSON", '{"data": [{"index": 0, "embe'],
    ["a page", "<html><body>Welcome</body></html>"],
    ["nothing", ""],
    ["a bare null", "null"],
    ["our own word for a failure", '{"failed": "timeout"}'],
  ])("is malformed with %s", async (_, body) => {
    const outcome = await (await embedder(raw(200, "application/json", body))).embed("query", ["a"], signal);
    expect(outcome).toEqual({ failed: "malformed" });
  });

  it("is malformed if the dimension changes between batches", async () => {
    const changing = await embedder((request, response) => {
      const input = inputOf(request);
      const embedding = (index: number) => (input.length === 32 ? [1, index] : [1, index, 2]);
      answerWith(input.map((__, index) => ({ index, embedding: embedding(index) })))(request, response);
    });
    expect(await changing.embed("passage", texts(33), signal)).toEqual({ failed: "malformed" });
  });

  it("is read to 32 MB and no further", async () => {
    const endless = await embedder((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = () => {
        while (response.write(" ".repeat(1 << 20)));
        response.once("drain", more);
      };
      more();
    });
    expect(await endless.embed("query", ["a"], signal)).toEqual({ failed: "malformed" });
    await server.abandoned;
  });

  it("is asked for again if the connection is cut in its middle", async () => {
    const { settings, waits } = testSettings("");
    const broken = await embedder(cut("application/json", '{"data": [{"index": 0,'), { sleep: settings.sleep });
    expect(await broken.embed("query", ["a"], signal)).toEqual({ failed: "unreachable" });
    expect(server.received).toHaveLength(3);
    expect(waits).toHaveLength(2);
  });
});
