import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { type Answer, cut, inTurn, json, raw, startModelServer, type TestServer } from "@retrieval/contract";
import { ModelFailed, type ModelFailure } from "@retrieval/core/ports";
import fc from "fast-check";
import { type AnswerWriterSettings, createAnswerWriter } from "../src/index.js";
import { delta, events } from "./chat-dialects.js";
import { fakeTimeouts, signal, testSettings } from "./settings.js";

let server: TestServer;
afterEach(async () => {
  jest.useRealTimers();
  await server.close();
});

const ask = { instructions: "Answer in JSON.", question: "何日か", data: "fence\n{}\nfence" };

async function write(answer: Answer, more: Partial<AnswerWriterSettings> = {}) {
  server = await startModelServer(answer);
  const writer = createAnswerWriter({ ...testSettings(server.url).settings, ...more });
  const pieces: string[] = [];
  let failure: ModelFailure | null = null;
  try {
    for await (const piece of writer.write(ask, signal)) pieces.push(piece);
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    failure = error.failure;
  }
  return { pieces, text: pieces.join(""), failure };
}

const piece = (content: string) => `data: ${delta({ content })}\n\n`;
const last = `data: ${delta({}, "stop")}\n\n`;
const done = "data: [DONE]\n\n";

describe("a request for an answer", () => {
  it("has the instructions apart from question and data, and no randomness", async () => {
    await write(events(piece("a"), last, done));
    expect(server.received[0]).toMatchObject({ path: "/v1/chat/completions" });
    expect(server.received[0]?.body).toEqual({
      model: "test-model",
      messages: [
        { role: "system", content: "Answer in JSON." },
        { role: "user", content: "何日か\n\nfence\n{}\nfence" },
      ],
      stream: true,
      temperature: 0,
    });
  });

  it("goes without a temperature to a model that refuses one, and remembers that", async () => {
    const refusal = json(400, { error: { message: "Unsupported value: 'temperature' does not support 0" } });
    server = await startModelServer((request, response) =>
      ("temperature" in request.body ? refusal : events(piece("a"), last))(request, response),
    );
    const writer = createAnswerWriter(testSettings(server.url).settings);
    for (let i = 0; i < 2; i++) for await (const text of writer.write(ask, signal)) expect(text).toBe("a");
    expect(server.received.map(({ body }) => body.temperature)).toEqual([0, undefined, undefined]);
  });

  it("fails with the first refusal if it is refused without a temperature too", async () => {
    const { failure } = await write(inTurn(json(400, { error: "no such model" }), json(404, {})));
    expect(failure).toEqual({ failed: "refused", status: 400 });
    expect(server.received).toHaveLength(2);
  });

  it("is too long with a text that the model cannot read", async () => {
    const { failure } = await write(json(400, { error: { message: "exceeds the available context size" } }));
    expect(failure).toEqual({ failed: "too_long", status: 400 });
  });
});

describe("a stream of events", () => {
  it("arrives in the same pieces, however its bytes are divided", async () => {
    const stream = new TextEncoder().encode(
      `: comment\r\n\r\n${piece("慶弔")}${piece("休暇は🙂")}data:${delta({ content: "五日" })}\r\r${last}`,
    );
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: stream.length - 1 }), { maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const ends = [...places.sort((a, b) => a - b), stream.length];
        const { pieces, failure } = await write(
          events(...ends.map((end, i) => stream.subarray(ends[i - 1] ?? 0, end))),
        );
        await server.close();
        expect({ pieces, failure }).toEqual({ pieces: ["慶弔", "休暇は🙂", "五日"], failure: null });
      }),
      { numRuns: 40 },
    );
  });

  it("keeps what is not UTF-8 as U+FFFD", async () => {
    const [before = "", after = ""] = piece("五#日").split("#");
    const { text } = await write(events(before, Uint8Array.of(0xff), after, last));
    expect(text).toBe("五\ufffd日");
  });

  it.each([
    ["its end is missing", [piece("五日"), piece("と")], { failed: "malformed" }],
    [
      "an error comes in its middle",
      [piece("五日"), piece("と"), 'data: {"error": {"code": 503}}\n\n'],
      { failed: "overloaded", status: 503 },
    ],
    [
      "an error has no code",
      [piece("五日"), piece("と"), 'data: {"error": {"message": "x"}}\n\n'],
      { failed: "refused" },
    ],
    ["an error is a text", [piece("五日"), piece("と"), 'data: {"error": "x"}\n\n'], { failed: "refused" }],
    [
      "an error comes as vLLM sent it",
      [piece("五日"), piece("と"), 'data: {"object": "error", "code": 400, "message": "x"}\n\n'],
      { failed: "refused", status: 400 },
    ],
    [
      "an error comes as llama.cpp sent it",
      [piece("五日"), piece("と"), 'error: {"code": 500, "message": "x"}\n\n'],
      { failed: "refused", status: 500 },
    ],
    [
      "an event is called error",
      [piece("五日"), piece("と"), 'event: error\ndata: {"message": "x"}\n\n'],
      { failed: "refused" },
    ],
    ["a chunk is not JSON", [piece("五日"), piece("と"), 'data: {"choices": [{"del\n\n'], { failed: "malformed" }],
    ["a chunk is a number", [piece("五日"), piece("と"), "data: 7\n\n"], { failed: "malformed" }],
    ["a chunk has no choices", [piece("五日"), piece("と"), "data: {}\n\n"], { failed: "malformed" }],
  ])("fails after its pieces if %s", async (_, chunks, failed) => {
    const { text, failure } = await write(events(...chunks));
    expect(text).toBe("五日と");
    expect(failure).toEqual(failed);
    expect(server.received).toHaveLength(1);
  });

  it("fails after its pieces if its connection is cut, and is not asked for again", async () => {
    const { text, failure } = await write(cut("text/event-stream", piece("五日")));
    expect({ text, failure }).toEqual({ text: "五日", failure: { failed: "unreachable" } });
    expect(server.received).toHaveLength(1);
  });

  it("is whole if its connection is cut after the last piece", async () => {
    const { text, failure } = await write(cut("text/event-stream", `${piece("五日")}${last}`));
    expect({ text, failure }).toEqual({ text: "五日", failure: null });
  });

  it("ignores pieces that are no text", async () => {
    const others = [
      delta({ reasoning_content: "hm" }),
      delta({ reasoning: "hm" }),
      delta({ tool_calls: [{ index: 0, function: { name: "f", arguments: "{}" } }] }),
      delta({ content: null }),
      delta({ content: [{ type: "thinking" }] }),
      '{"choices": [null]}',
      '{"choices": [{}]}',
      '{"choices": []}',
    ].map((chunk) => `data: ${chunk}\n\n`);
    const { pieces, failure } = await write(events(...others, piece("五日"), "id: 7\nretry: 9\ndata\n\n", last, done));
    expect({ pieces, failure }).toEqual({ pieces: ["五日"], failure: null });
  });

  it("is cut at its limit of bytes, between two characters, and its request is ended", async () => {
    const { text, failure } = await write(
      (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (let i = 0; i < 5; i++) response.write(piece("五日🙂"));
      },
      { answerBytes: 28 },
    );
    expect({ text, failure }).toEqual({ text: "五日🙂五日🙂五日", failure: null });
    await server.abandoned;
  });

  it("is cut at 64 kB", async () => {
    const { text, failure } = await write(events(...Array(70).fill(piece("x".repeat(1000))), last));
    expect({ length: text.length, failure }).toEqual({ length: 65_536, failure: null });
  });

  it("fails at a line without an end", async () => {
    const { failure } = await write(events("data: ", ...Array(20).fill("x".repeat(100_000))));
    expect(failure).toEqual({ failed: "malformed" });
  });

  /** Reads the first piece, and then the second while the model is silent for ten seconds. */
  async function readInSilence(...sent: readonly string[]) {
    fakeTimeouts();
    server = await startModelServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(sent.join(""));
    });
    const pieces = createAnswerWriter(testSettings(server.url).settings).write(ask, signal)[Symbol.asyncIterator]();
    const first = await pieces.next();
    const second = pieces.next();
    await new Promise((resolve) => setImmediate(resolve));
    jest.advanceTimersByTime(10_000);
    return { first, second };
  }

  it("times out after a silence, and keeps the pieces before it", async () => {
    const { first, second } = await readInSilence(piece("五日"));
    expect(first.value).toBe("五日");
    await expect(second).rejects.toEqual(new ModelFailed({ failed: "timeout" }));
    await server.abandoned;
  });

  it("is whole if a silence follows its last piece", async () => {
    const { first, second } = await readInSilence(piece("五日"), last);
    expect(first.value).toBe("五日");
    expect(await second).toMatchObject({ done: true });
  });

  it("ends at [DONE] although the server keeps it open", async () => {
    const open: Answer = (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(`${piece("五日")}${done}`);
    };
    expect(await write(open)).toMatchObject({ text: "五日", failure: null });
    await server.abandoned;
  });

  it("is ended by a caller that stops reading", async () => {
    server = await startModelServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(piece("五日"));
    });
    for await (const _ of createAnswerWriter(testSettings(server.url).settings).write(ask, signal)) break;
    await server.abandoned;
  });

  it("is ended by the caller's signal", async () => {
    server = await startModelServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(piece("五日"));
    });
    const controller = new AbortController();
    const pieces = createAnswerWriter(testSettings(server.url).settings).write(ask, controller.signal);
    const read = async () => {
      for await (const _ of pieces) controller.abort();
    };
    await expect(read()).rejects.toEqual(new ModelFailed({ failed: "timeout" }));
    await server.abandoned;
  });

  it("is not silent while the caller works on a piece", async () => {
    fakeTimeouts();
    let finish: (() => void) | undefined;
    server = await startModelServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(piece("五"));
      finish = () => response.end(`${piece("日")}${last}`);
    });
    let text = "";
    for await (const part of createAnswerWriter(testSettings(server.url).settings).write(ask, signal)) {
      text += part;
      jest.advanceTimersByTime(60_000);
      finish?.();
    }
    expect(text).toBe("五日");
  });
});

describe("an answer in one piece", () => {
  it.each([
    ["no choices", { object: "chat.completion" }, { failed: "malformed" }],
    ["an error", { error: { code: 429, message: "slow down" } }, { failed: "overloaded", status: 429 }],
  ])("fails with %s", async (_, body, failed) => {
    expect((await write(json(200, body))).failure).toEqual(failed);
  });

  it("is cut at its limit of bytes", async () => {
    const message = { content: "五".repeat(10) };
    const { text } = await write(json(200, { choices: [{ message, finish_reason: "stop" }] }), { answerBytes: 10 });
    expect(text).toBe("五五五");
  });

  it("is a failure as a page", async () => {
    expect((await write(raw(200, "text/html", "<p>data: none</p>"))).failure).toEqual({ failed: "malformed" });
  });
});
