import { afterEach, describe, expect, it, jest } from "@jest/globals";
import {
  type Answer,
  closedPort,
  hangUp,
  inTurn,
  json,
  raw,
  startModelServer,
  type TestServer,
} from "@retrieval/contract";
import type { ModelFailure } from "@retrieval/core/ports";
import {
  createEmbedder,
  createQuestionRewriter,
  createReranker,
  createUnitChooser,
  type ServerSettings,
} from "../src/index.js";
import { fakeTimeouts, signal, testSettings } from "./settings.js";

let server: TestServer | undefined;
afterEach(async () => {
  jest.useRealTimers();
  await server?.close();
});

/** The same for every model: a call that should succeed, or its failure. */
const CALLS: Readonly<Record<string, (settings: ServerSettings, signal: AbortSignal) => Promise<unknown>>> = {
  createEmbedder: async (settings, signal) => createEmbedder(settings).embed("query", ["secret text"], signal),
  createReranker: async (settings, signal) => createReranker(settings).rerank("q", ["secret text"], signal),
  createQuestionRewriter: async (settings, signal) =>
    createQuestionRewriter(settings).rewrite({ instructions: "", data: "secret text" }, signal),
  createUnitChooser: async (settings, signal) =>
    createUnitChooser(settings).choose({ instructions: "", question: "", data: "secret text" }, signal),
};

/** One answer that every model can read as its own. */
const success: Answer = (request, response) => {
  const content = JSON.stringify(request.body).includes('"queries"') ? '{"queries": ["q"]}' : '{"units": []}';
  json(200, {
    data: [{ index: 0, embedding: [1] }],
    results: [{ index: 0, relevance_score: 1 }],
    choices: [{ message: { content }, finish_reason: "stop" }],
  })(request, response);
};

describe.each(Object.entries(CALLS))("%s", (_, call) => {
  async function ask(answer: Answer, more: Partial<ServerSettings> = {}, stop = signal) {
    server = await startModelServer(answer);
    const { settings, waits } = testSettings(server.url);
    const outcome = await call({ ...settings, ...more }, stop);
    return { outcome, waits, requests: server.received.length };
  }

  it("sends the key as a bearer token, and none without a key", async () => {
    await ask(success, { key: "sk-1234" });
    expect(server?.received[0]?.headers.authorization).toBe("Bearer sk-1234");
    await server?.close();
    await ask(success);
    expect(server?.received[0]?.headers).not.toHaveProperty("authorization");
  });

  it("takes an address with slashes at its end", async () => {
    server = await startModelServer(success);
    const [{ settings: plain }, { settings: slashes }] = [testSettings(server.url), testSettings(`${server.url}//`)];
    await call(plain, signal);
    await call(slashes, signal);
    const [first, second] = server.received;
    expect(second?.path).toBe(first?.path);
  });

  it.each([
    [429, "overloaded", 3],
    [503, "overloaded", 3],
    [502, "unreachable", 3],
    [504, "timeout", 3],
    [401, "refused", 1],
    [403, "refused", 1],
    [402, "refused", 1],
    [500, "refused", 1],
    [424, "refused", 1],
  ] as const)("after status %d: %s, at the latest after %d attempts", async (status, failed, attempts) => {
    const { outcome, requests, waits } = await ask(json(status, { error: { message: "secret text" } }));
    expect(outcome).toEqual({ failed, status } satisfies ModelFailure);
    expect(requests).toBe(attempts);
    // Half of 200 and of 400 ms, and half of the rest as the random number says.
    expect(waits).toEqual([150, 300].slice(0, attempts - 1));
  });

  it("succeeds in a later attempt", async () => {
    const loading = json(503, { error: { message: "Loading model", type: "unavailable_error", code: 503 } });
    const { outcome } = await ask(inTurn(loading, hangUp, success));
    expect(outcome).not.toHaveProperty("failed");
  });

  it.each([
    ["2", [2000, 2000]],
    ["0", [0, 0]],
    ["10", [10_000, 10_000]],
    ["Wed, 21 Oct 2026 07:28:03 GMT", [3000, 3000]],
    ["Wed, 21 Oct 2020 07:28:03 GMT", [0, 0]],
    ["soon", [150, 300]],
    ["-1", [150, 300]],
  ])("waits as Retry-After says: %s", async (after, expected) => {
    const headers = { "retry-after": after, date: "Wed, 21 Oct 2026 07:28:00 GMT" };
    const { outcome, waits } = await ask(json(429, {}, headers));
    expect(outcome).toEqual({ failed: "overloaded", status: 429 });
    expect(waits).toEqual(expected);
  });

  it.each(["11", "3600", "999999999999999999", "Wed, 21 Oct 2026 09:28:00 GMT"])(
    "does not wait for longer than ten seconds: %s",
    async (after) => {
      const headers = { "retry-after": after, date: "Wed, 21 Oct 2026 07:28:00 GMT" };
      const { outcome, waits, requests } = await ask(json(429, {}, headers));
      expect(outcome).toEqual({ failed: "overloaded", status: 429 });
      expect({ waits, requests }).toEqual({ waits: [], requests: 1 });
    },
  );

  it("spreads its waits by the random number", async () => {
    expect((await ask(hangUp, { random: () => 0 })).waits).toEqual([100, 200]);
    await server?.close();
    expect((await ask(hangUp, { random: () => 0.999 })).waits.map(Math.round)).toEqual([200, 400]);
  });

  it.each([
    ["a server that hangs up", hangUp],
    [
      "a server whose connection is cut",
      (_request: unknown, response: { socket: { destroy(): void } | null }) => response.socket?.destroy(),
    ],
  ] as [string, Answer][])("cannot reach %s, after three attempts", async (__, answer) => {
    const { outcome, requests } = await ask(answer);
    expect(outcome).toEqual({ failed: "unreachable" });
    expect(requests).toBe(3);
  });

  it("cannot reach a closed port", async () => {
    const { settings, waits } = testSettings(await closedPort());
    expect(await call(settings, signal)).toEqual({ failed: "unreachable" });
    expect(waits).toHaveLength(2);
  });

  it("gives a server that never answers up, in one attempt", async () => {
    fakeTimeouts();
    const { outcome, requests } = await ask(() => {
      jest.advanceTimersByTime(30_000);
    });
    expect(outcome).toEqual({ failed: "timeout" });
    expect(requests).toBe(1);
    await server?.abandoned;
  });

  it("ends with the caller's signal while the server is silent, and closes the connection", async () => {
    const controller = new AbortController();
    const { outcome } = await ask(() => controller.abort(), {}, controller.signal);
    expect(outcome).toEqual({ failed: "timeout" });
    await server?.abandoned;
  });

  it("ends with the caller's signal while it waits for the next attempt", async () => {
    const controller = new AbortController();
    const sleep = async () => {
      controller.abort();
      throw controller.signal.reason;
    };
    const { outcome, requests } = await ask(json(429, {}), { sleep }, controller.signal);
    expect(outcome).toEqual({ failed: "timeout" });
    expect(requests).toBe(1);
  });

  it("waits on a timer of its own, which the caller's signal ends", async () => {
    const controller = new AbortController();
    const refuseAndStop: Answer = (request, response) => {
      response.on("finish", () => setImmediate(() => controller.abort()));
      json(429, {}, { "retry-after": "10" })(request, response);
    };
    server = await startModelServer(refuseAndStop);
    const { url, model, random } = testSettings(server.url).settings;
    expect(await call({ url, model, random }, controller.signal)).toEqual({ failed: "timeout" });
  }, 5_000);

  it("follows no redirect", async () => {
    const redirect: Answer = (request, response) => {
      const answer = request.path === "/elsewhere" ? success : json(307, {}, { location: "/elsewhere" });
      answer(request, response);
    };
    const { outcome, requests } = await ask(redirect);
    expect(outcome).toEqual({ failed: "refused", status: 307 });
    expect(requests).toBe(1);
  });

  it.each([
    ["a page", raw(200, "text/html", "<html><body>Please sign in</body></html>")],
    ["nothing", raw(200, "application/json", "")],
    ["a list", raw(200, "application/json", "[]")],
    ["a number", raw(200, "application/json", "7")],
    ["bytes that are not UTF-8", raw(200, "application/json", Uint8Array.of(0xff, 0xfe, 0x00))],
  ])("answers malformed for %s with status 200", async (__, answer) => {
    expect((await ask(answer)).outcome).toEqual({ failed: "malformed" });
  });

  it("repeats neither key nor text in a failure", async () => {
    for (const status of [400, 401, 413, 422, 500]) {
      const { outcome } = await ask(json(status, { error: { message: "sk-1234 secret text" } }), { key: "sk-1234" });
      expect(JSON.stringify(outcome)).not.toMatch(/sk-1234|secret/);
      await server?.close();
    }
  });
});
