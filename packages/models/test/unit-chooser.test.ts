import { afterEach, describe, expect, it } from "@jest/globals";
import { type Answer, inTurn, json, startModelServer, type TestServer } from "@retrieval/contract";
import { type ChatSettings, createUnitChooser } from "../src/index.js";
import { signal, testSettings } from "./settings.js";

let server: TestServer;
afterEach(() => server.close());

const ask = { instructions: "Answer with numbers.", question: "何日か", data: "fence\n{}\nfence" };

/** A completion in which the model wrote this. */
const wrote = (content: unknown, more: object = {}) =>
  json(200, {
    object: "chat.completion",
    choices: [{ index: 0, message: { content, ...more }, finish_reason: "stop" }],
  });

async function choose(answer: Answer, more: Partial<ChatSettings> = {}, stop = signal) {
  server = await startModelServer(answer);
  return createUnitChooser({ ...testSettings(server.url).settings, ...more }).choose(ask, stop);
}

describe("a request to a model that chooses", () => {
  it("has the instructions apart from question and data, the form of the answer, and no randomness", async () => {
    await choose(wrote('{"units": [1]}'));
    expect(server.received[0]).toMatchObject({ path: "/v1/chat/completions" });
    expect(server.received[0]?.body).toEqual({
      model: "test-model",
      messages: [
        { role: "system", content: ask.instructions },
        { role: "user", content: "何日か\n\nfence\n{}\nfence" },
      ],
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "units",
          strict: true,
          schema: {
            type: "object",
            properties: { units: { type: "array", items: { type: "integer" } } },
            required: ["units"],
            additionalProperties: false,
          },
        },
      },
      temperature: 0,
    });
  });

  it("goes without a temperature to a model that refuses one, and remembers that", async () => {
    const refusal = json(400, { error: { message: "Unsupported value: 'temperature' does not support 0" } });
    server = await startModelServer((request, response) =>
      ("temperature" in request.body ? refusal : wrote('{"units": [2]}'))(request, response),
    );
    const chooser = createUnitChooser(testSettings(server.url).settings);
    for (let i = 0; i < 2; i++) expect(await chooser.choose(ask, signal)).toEqual([2]);
    expect(server.received.map(({ body }) => body.temperature)).toEqual([0, undefined, undefined]);
  });

  it("fails with the first refusal if it is refused without a temperature too", async () => {
    const failure = await choose(inTurn(json(400, { error: "no such model" }), json(404, {})));
    expect(failure).toEqual({ failed: "refused", status: 400 });
    expect(server.received).toHaveLength(2);
  });

  it("is too long with a text that the model cannot read", async () => {
    const refusal = json(400, { error: { message: "exceeds the available context size" } });
    expect(await choose(refusal)).toEqual({ failed: "too_long", status: 400 });
  });

  it("is not sent if the signal aborted before", async () => {
    expect(await choose(wrote('{"units": [1]}'), {}, AbortSignal.abort())).toEqual({ failed: "timeout" });
    expect(server.received).toHaveLength(0);
  });
});

describe("what a model chooses", () => {
  it.each<[string, Answer, readonly number[]]>([
    ["numbers", wrote('{"units": [3, 7]}'), [3, 7]],
    ["nothing", wrote(' {"units": []}\n'), []],
    ["numbers after its reasoning", wrote('{"units": [3]}', { reasoning_content: 'Hm. {"units": [4]}' }), [3]],
    ["numbers of no unit, which are the caller's to check", wrote('{"units": [0, -1, 9e15]}'), [0, -1, 9e15]],
  ])("can be %s", async (_, answer, units) => {
    expect(await choose(answer)).toEqual(units);
  });

  it.each<[string, Answer]>([
    ["prose", wrote("日当は3,000円です。")],
    ["JSON in prose", wrote('Here: {"units": [1]}')],
    ["a list", wrote("[1]")],
    ["a text of numbers", wrote('{"units": "1"}')],
    ["texts", wrote('{"units": ["1"]}')],
    ["parts of numbers", wrote('{"units": [1.5]}')],
    ["another field", wrote('{"units": [1], "text": "日当は9,000円です。"}')],
    ["no field", wrote("{}")],
    ["broken JSON", wrote('{"units": [1')],
    ["no text", wrote(null)],
    ["parts of a text", wrote([{ type: "text", text: '{"units": [1]}' }])],
    ["a call of a tool", wrote(null, { tool_calls: [{ function: { name: "f", arguments: '{"units": [1]}' } }] })],
    ["no choice", json(200, { choices: [] })],
    ["a stream of events", json(200, { choices: [{ delta: { content: '{"units": [1]}' } }] })],
    ["megabytes", wrote(`{"units": [1]}${" ".repeat(2 * 1024 * 1024)}`)],
  ])("is malformed as %s", async (_, answer) => {
    expect(await choose(answer)).toEqual({ failed: "malformed" });
  });

  it.each<[string, object, object]>([
    ["as `error`", { error: { code: 429, message: "slow down" } }, { failed: "overloaded", status: 429 }],
    ["as vLLM sent it", { object: "error", code: 400, message: "x" }, { failed: "refused", status: 400 }],
    ["as a text", { error: "x" }, { failed: "refused" }],
  ])("can be an error with status 200, %s", async (_, body, failed) => {
    expect(await choose(json(200, body))).toEqual(failed);
  });
});

describe("a reply that never ends", () => {
  /** Begins a reply, and sends this again and again until its client has left. */
  const endless =
    (piece: string): Answer =>
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"choices": [{"message": {"content": "');
      const go = () => {
        if (!response.destroyed) response.write(piece, () => setImmediate(go));
      };
      go();
    };

  it("is read up to 1 MB", async () => {
    expect(await choose(endless("x".repeat(65_536)))).toEqual({ failed: "malformed" });
    await server.abandoned;
  });

  it("is read up to the time limit, and up to the caller's signal", async () => {
    expect(await choose(endless(" "), { attemptMs: 50 })).toEqual({ failed: "timeout" });
    await server.abandoned;
    await server.close();
    const stop = new AbortController();
    const stopping: Answer = (request, response) => {
      endless(" ")(request, response);
      stop.abort();
    };
    expect(await choose(stopping, {}, stop.signal)).toEqual({ failed: "timeout" });
    await server.abandoned;
  });
});
