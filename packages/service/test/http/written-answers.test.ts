import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Answer, aRule, startModelServer, type TestServer } from "@retrieval/contract";
import { EVERYONE } from "@retrieval/core";
import { readSettings } from "../../src/settings/settings.js";
import { composeAnswering } from "../../src/wiring/compose-answering.js";
import { callAs, SECRET, startTestService, type TestService } from "../harness.js";

const KEY = "model-key-0123456789";
const QUESTION = "出張の日当はいくら";
const QUOTE = "出張の日当は、1日につき3,000円とする。";
const FIRST = { text: "出張の日当は1日3,000円です。", source: 1, quote: QUOTE };
const SECOND = { text: "1日につき3,000円の出張日当です。", source: 1, quote: QUOTE };

const chunk = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const line = (draft: object) => chunk(`${JSON.stringify(draft)}\n`);
const END = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;

/** Streams these pieces, each when the wait before it is over. */
const streams =
  (...pieces: readonly (string | (() => Promise<unknown>))[]): Answer =>
  async (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) {
      if (typeof piece === "string") response.write(piece);
      else await piece();
    }
    response.end();
  };

/** Something that a test lets happen later. */
function later() {
  let happen = () => {};
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happen, happened: () => happened };
}

const ASSISTANTS = { MCP: "true", PUBLIC_URL: "https://documents.example.com" };

describe("answers that a model writes", () => {
  let t: TestService;
  let models: TestServer;
  let answers: Answer = streams(line(FIRST), END);
  let admin: string;
  let reader: string;
  const put = (path: string, body: object, headers: Record<string, string> = {}) =>
    t
      .http()
      .put(path)
      .set({ Authorization: `Bearer ${admin}`, ...headers })
      .send(body);
  beforeAll(async () => {
    models = await startModelServer((request, response) => answers(request, response));
    t = await startTestService({
      env: { ANSWER_URL: models.url, ANSWER_MODEL: "small", ANSWER_KEY: KEY, ...ASSISTANTS },
    });
    admin = await t.signedIn("000001", { role: "admin" });
    const path = [{ level: 1, type: "article", label: "第5条", title: "日当" }];
    const chunks = [{ text_type: "paragraph", content: QUOTE, metadata: { section_path: path } }];
    await put("/api/manage/documents/travel?wait=true", { title: "旅費規程", access_rules: EVERYONE, chunks });
  });
  beforeEach(async () => {
    answers = streams(line(FIRST), END);
    reader = await t.signedIn("100001");
  });
  afterEach(async () => {
    const { headers } = await t
      .http()
      .get("/api/manage/documents/travel/access-rules")
      .set("Authorization", `Bearer ${admin}`);
    await put("/api/manage/documents/travel/access-rules", EVERYONE, { "If-Match": headers.etag as string });
  });
  afterAll(async () => {
    await t.close();
    await models.close();
  });

  const post = (accept = "application/json") =>
    t
      .http()
      .post("/api/answer")
      .set({ Authorization: `Bearer ${reader}`, Accept: accept })
      .send({ question: QUESTION });

  /** Reads the events as they come. */
  async function* events(signal?: AbortSignal): AsyncGenerator<[string, Record<string, unknown>]> {
    const response = await fetch(`${t.url}/api/answer`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${reader}`,
        Accept: "text/event-stream",
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ question: QUESTION }),
      ...(signal === undefined ? {} : { signal }),
    });
    let text = "";
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const [event, data] = text.slice(0, end).split("\n");
        text = text.slice(end + 2);
        if (data !== undefined) yield [event?.slice(7) ?? "", JSON.parse(data.slice(6))];
      }
    }
  }

  it("leave a search without one, which counts once however often it was searched while it was typed", async () => {
    const { usage, questions } = t.service.deps;
    for (const query of ["ラッ", "ラッコ", "アザ", "アザラシ"])
      expect((await callAs(t, reader, "post", "/api/search", { query })).body.answer).toBeNull();
    questions.end();
    await (usage.log as unknown as { stop(): Promise<void> }).stop();
    const { rows } = await t.database.pool.query("SELECT subject FROM usage_marks WHERE kind = 'search-unmet'");
    expect(rows.map(({ subject }) => subject).sort()).toEqual(["", "アザラシ", "ラッコ"]);
  });

  it("are its proven sentences with their quotes, as JSON and as events", async () => {
    const { status, body } = await post();
    expect([status, body.outcome, body.model, body.written_by]).toEqual([200, "answered", "used", "small"]);
    const sentence = {
      text: FIRST.text,
      cells: null,
      level: 0,
      is_context: false,
      citations: [{ source: 1, chunk_id: "travel::art5::paragraph-1", start: 0, end: QUOTE.length, quote: QUOTE }],
    };
    expect(body.sentences).toEqual([sentence]);
    const seen = [];
    for await (const event of events()) seen.push(event);
    expect(seen).toEqual([
      ["sources", { sources: body.sources }],
      ["sentence", sentence],
      ["done", { outcome: "answered", model: "used", fits: true, written_by: "small", answer_id: expect.any(String) }],
    ]);
  });

  it("come from a request that has the key, the question and this reader's passages", async () => {
    await post();
    const { path, headers, body } = models.received.at(-1) as TestServer["received"][number];
    expect([path, headers.authorization, body.model, body.stream]).toEqual([
      "/v1/chat/completions",
      `Bearer ${KEY}`,
      "small",
      true,
    ]);
    const text = JSON.stringify(body.messages);
    expect(text).toContain(QUESTION);
    expect(text).toContain("3,000円とする");
    expect(t.log()).not.toContain(KEY);
  });

  it("are the documents' own words if nothing is proven, or the model fails in any way", async () => {
    const fails: readonly Answer[] = [
      streams(line({ ...FIRST, text: "出張の日当は1日9,000円です。" }), END),
      streams(chunk("出張の日当は"), END),
      streams(chunk('{"text": "出張の日')),
      (_, response) => response.writeHead(401).end('{"error": {"message": "no"}}'),
      (_, response) => response.destroy(),
    ];
    for (const fail of fails) {
      answers = fail;
      const { status, body } = await post();
      expect([status, body.outcome, body.model]).toEqual([200, "extract", "failed"]);
      expect(body.sentences[0].text).toBe(QUOTE);
    }
  });

  it("have no sentence from a document whose rule changed while the model wrote", async () => {
    const changed = later();
    answers = streams(line(FIRST), changed.happened, line(SECOND), END);
    const seen: unknown[] = [];
    for await (const [event, data] of events()) {
      seen.push(event === "sources" ? event : (data.text ?? data.outcome));
      if (event !== "sentence") continue;
      const { headers } = await t
        .http()
        .get("/api/manage/documents/travel/access-rules")
        .set("Authorization", `Bearer ${admin}`);
      const rule = aRule({ allowed_users: ["100009"] });
      await put("/api/manage/documents/travel/access-rules", rule, { "If-Match": headers.etag as string }).expect(200);
      changed.happen();
    }
    expect(seen).toEqual(["sources", FIRST.text, "answered"]);
  });

  it("have nothing for a user who is deactivated while the model writes", async () => {
    const changed = later();
    const asked = later();
    answers = streams(async () => asked.happen(), changed.happened, line(FIRST), END);
    const answering = post().then(({ body }) => body);
    await asked.happened();
    await put("/api/manage/users/100001", { display_name: "山田", is_active: false }).expect(200);
    changed.happen();
    expect(await answering).toMatchObject({ outcome: "nothing_found", sources: [], sentences: [] });
    await put("/api/manage/users/100001", { display_name: "山田", is_active: true }).expect(200);
  });

  describe.each(["api", "mcp"] as const)("for an access token of audience %s", (audience) => {
    const create = async (): Promise<{ token: string; token_id: string }> =>
      (await callAs(t, reader, "post", "/api/tokens", { name: "assistant", audience, days: 1 }).expect(201)).body;
    /** The answer in the body of the API, or in the tool's result. */
    const ask = async (token: string) => {
      if (audience === "api") return (await callAs(t, token, "post", "/api/answer", { question: QUESTION })).body;
      const params = { name: "answer", arguments: { question: QUESTION } };
      const { text } = await callAs(
        t,
        token,
        "post",
        "/mcp",
        { jsonrpc: "2.0", id: 1, method: "tools/call", params },
        { Accept: "application/json, text/event-stream", Host: "documents.example.com" },
      );
      return JSON.parse(text.slice(text.indexOf("{"))).result.structuredContent;
    };

    it("are the same, and hold a place of the user while the model writes", async () => {
      const { token } = await create();
      const released = later();
      answers = streams(released.happened, line(FIRST), END);
      const before = models.received.length;
      const two = [ask(token), ask(token)];
      while (models.received.length < before + 2) await sleep(10);
      expect((await post()).body).toMatchObject({ outcome: "extract", model: "none" });
      released.happen();
      for (const answer of await Promise.all(two))
        expect(answer).toMatchObject({ outcome: "answered", sentences: [{ text: FIRST.text }] });
    });

    it("are nothing if the token is revoked while the model writes", async () => {
      const { token, token_id } = await create();
      const changed = later();
      const asked = later();
      answers = streams(async () => asked.happen(), changed.happened, line(FIRST), END);
      const answering = ask(token);
      await asked.happened();
      await callAs(t, reader, "delete", `/api/tokens/${token_id}`).expect(204);
      changed.happen();
      expect(await answering).toMatchObject({ outcome: "nothing_found", sources: [], sentences: [] });
    });
  });

  it("are no longer asked for when the client leaves", async () => {
    const never = later();
    answers = streams(line(FIRST), never.happened);
    const gone = new AbortController();
    const { abandoned } = models;
    for await (const [event] of events(gone.signal)) if (event === "sentence") break;
    gone.abort();
    await abandoned;
    never.happen();
  });

  it("are written for two questions of one user at once; a third gets the documents' own words", async () => {
    const released = later();
    answers = streams(released.happened, line(FIRST), END);
    const before = models.received.length;
    const two = [post(), post()].map((answer) => answer.then(({ body }) => body.outcome));
    while (models.received.length < before + 2) await sleep(10);
    const third = await post();
    expect([third.body.outcome, third.body.model]).toEqual(["extract", "none"]);
    released.happen();
    expect(await Promise.all(two)).toEqual(["answered", "answered"]);
  });

  it("are counted by what became of each sentence, and recorded without their texts", async () => {
    answers = streams(line(FIRST), line({ ...SECOND, text: "出張の日当は1日3,001円です。" }), chunk("以上\n"), END);
    const { body } = await post();
    const { text } = await t.http().get("/metrics");
    for (const fate of ["released", "number", "malformed"])
      expect(text).toMatch(new RegExp(`^retrieval_answer_sentences_total\\{fate="${fate}"\\} [1-9]`, "m"));
    expect(text).toMatch(/^retrieval_answers_total\{outcome="answered",model="used"\} [1-9]/m);
    const judged = { answer_id: body.answer_id, good: false, reason: "incomplete" };
    const judge = (token: string, answer_id: string, reason = judged.reason) =>
      t
        .http()
        .post("/api/answer/feedback")
        .set("Authorization", `Bearer ${token}`)
        .send({ ...judged, reason, answer_id });
    // Another user's answer, and ids that the service never gave.
    const [last, other] = [body.answer_id.at(-1), "6f1c9a52-4d3b-4a0e-8f57-2b9d1c7e0a34"];
    const changed = body.answer_id.slice(0, -1) + (last === "0" ? "1" : "0");
    for (const [token, id] of [
      [admin, body.answer_id],
      [reader, other],
      [reader, changed],
    ] as const) {
      const refused = await judge(token, id).expect(400);
      expect(refused.body.error).toMatchObject({
        code: "INVALID_REQUEST",
        problems: [{ code: "answer_id.not_given" }],
      });
    }
    const counted = async () =>
      Number(
        (await t.http().get("/metrics")).text.match(/^retrieval_answer_judgements_total\{good="false"\} (\d+)/m)?.[1],
      );
    const before = (await counted()) || 0;
    // The last judgement is the one that counts, and the same one again is none.
    for (const reason of ["wrong", "wrong", "incomplete", "incomplete"])
      await judge(reader, body.answer_id, reason).expect(204);
    expect(await counted()).toBe(before + 1);
    const entries = async (kind: string) => {
      const list = await t.http().get(`/api/manage/audit?kind=${kind}`).set("Authorization", `Bearer ${admin}`);
      return list.body.entries as { details: { answer_id: string } }[];
    };
    while ((await entries("answer-judged")).length < 2) await sleep(50);
    const recorded = (await entries("question-answered")).find(({ details }) => details.answer_id === body.answer_id);
    expect(recorded).toMatchObject({
      by_user: "100001",
      document_id: "travel",
      details: { outcome: "answered", model: "used", chunk_ids: ["travel::art5::paragraph-1"] },
    });
    const [newest, ...older] = await entries("answer-judged");
    expect(newest).toMatchObject({ by_user: "100001", details: judged });
    expect(older).toHaveLength(1);
    expect(JSON.stringify(recorded)).not.toMatch(/日当|3,000/);
  });

  it("end in order, with what was written, when the service stops", async () => {
    const never = later();
    answers = streams(line(FIRST), never.happened);
    const seen: unknown[] = [];
    for await (const [event, { outcome, model }] of events()) {
      seen.push(event === "done" ? { outcome, model } : event);
      if (event === "sentence") t.service.drain();
    }
    expect(seen).toEqual(["sources", "sentence", { outcome: "answered", model: "failed" }]);
    never.happen();
  });
});

describe("a model outside the operator's network", () => {
  const answeringWith = (url: string, env: Record<string, string> = {}) =>
    composeAnswering(
      readSettings({
        DATABASE_URL: "embedded",
        SSO_SHARED_SECRET: SECRET,
        PORTAL_DOMAIN: "portal.example.com",
        ANSWER_URL: url,
        ANSWER_MODEL: "m",
        ...env,
      }),
      new AbortController().signal,
    );

  it("gets only documents that are open to every user, unless the operator allows it", () => {
    const restricted = aRule({ allowed_groups: ["board"] });
    const sends = (url: string, env = {}) => {
      const answering = answeringWith(url, env);
      return [answering?.maySend(EVERYONE), answering?.maySend(restricted)];
    };
    expect(sends("https://models.example.com/v1")).toEqual([true, false]);
    expect(sends("https://models.example.com/v1", { MODELS_FOR_RESTRICTED: "true" })).toEqual([true, true]);
    expect(sends("http://10.0.0.7:8080/v1")).toEqual([true, true]);
    expect(sends("http://models:8080/v1")).toEqual([true, true]);
  });
});
