import { afterEach, describe, expect, it } from "@jest/globals";
import { type Answer, json, startModelServer, type TestServer } from "@retrieval/contract";
import { modelFindings } from "../../src/doctor/model-findings.js";

const KEY = "very-secret-key";
const NONE = { answerModel: null, embeddingModel: null, rerankModel: null, MODELS_FOR_RESTRICTED: false };
const chat = (content: string) => json(200, { choices: [{ message: { content }, finish_reason: "stop" }] });

describe("doctor, of the model that chooses answers", () => {
  let server: TestServer | undefined;
  afterEach(() => server?.close());
  const found = async (answer: Answer) => {
    server = await startModelServer(answer);
    const answerModel = { url: server.url, model: "small", key: KEY };
    return modelFindings({ ...NONE, answerModel });
  };

  it("says nothing where there is none", async () => {
    expect(await modelFindings(NONE)).toEqual([]);
  });

  it("calls it once, and says what it may be sent", async () => {
    const findings = await found(chat('{"units": [1]}'));
    expect(findings).toEqual([
      { state: "ok", what: expect.stringMatching(/^the model small at 127\.0\.0\.1:\d+ chooses answers$/) },
      { state: "ok", what: expect.stringContaining("is in your own network") },
    ]);
    expect(server?.received).toHaveLength(1);
  });

  it.each<[string, Answer, string, string]>([
    ["refuses the key", json(401, { error: { message: KEY } }), "refuses the call (status 401)", "Check ANSWER_KEY."],
    ["does not know the model", json(404, { error: {} }), "refuses the call (status 404)", "Check ANSWER_MODEL"],
    ["answers in prose", chat("blue"), "(response_format)", "Check ANSWER_URL"],
    ["is something else", json(200, { hello: 1 }), "answers something else", "Check ANSWER_URL"],
  ])("says what to do where it %s", async (_, answer, what, mend) => {
    const [finding] = await found(answer);
    expect(finding).toMatchObject({ state: "wrong", what: expect.stringContaining(what) });
    expect(finding?.mend).toContain(mend);
    expect(JSON.stringify(finding)).not.toContain(KEY);
  });

  it("calls a model that orders passages too, and names its settings", async () => {
    server = await startModelServer(json(200, { results: [0, 1].map((index) => ({ index, relevance_score: index })) }));
    const rerankModel = { url: server.url, model: "order", key: null };
    expect((await modelFindings({ ...NONE, rerankModel }))[0]).toMatchObject({
      state: "ok",
      what: expect.stringContaining("orders passages"),
    });
    await server.close();
    server = await startModelServer(json(403, {}));
    const refused = await modelFindings({ ...NONE, rerankModel: { ...rerankModel, url: server.url } });
    expect(refused[0]).toMatchObject({ state: "wrong", mend: expect.stringContaining("Check RERANK_KEY.") });
  });

  it("says that a model is too slow for a search", async () => {
    let calls = 0;
    server = await startModelServer((request, response) => {
      calls += 1;
      if (calls === 1) json(200, { data: [{ index: 0, embedding: [1, 0] }] })(request, response);
    });
    const embeddingModel = {
      ...{ url: server.url, model: "far", key: null },
      ...{ queryPrefix: "", passagePrefix: "" },
    };
    expect((await modelFindings({ ...NONE, embeddingModel }))[0]).toMatchObject({
      state: "note",
      what: expect.stringContaining("not within the 300 ms that a search waits"),
    });
  });

  it("says what leaves the operator's network", async () => {
    // The second finding needs no connection.
    const answerModel = { url: "http://models.invalid/v1", model: "small", key: null };
    const said = async (MODELS_FOR_RESTRICTED: boolean) =>
      (await modelFindings({ ...NONE, answerModel, MODELS_FOR_RESTRICTED })).at(-1);
    expect(await said(false)).toMatchObject({ state: "ok", what: expect.stringContaining("open to every user") });
    expect(await said(true)).toMatchObject({ state: "note", what: expect.stringContaining("restricted documents") });
  });
});
