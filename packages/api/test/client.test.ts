import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { AddressError, type ClientOptions, ConnectionError, createClient } from "@retrieval/api/client";

const BUSY = { error: { code: "RATE_LIMITED", message: "Too many.", problems: [] } };
const DONE = {
  portal_origin: "https://portal.example.com",
  version: "1.0.0",
  time_zone: "UTC",
  answers_by_model: false,
};

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

/** A client whose requests are answered one after the other; its pauses end at once. */
function clientOf(answers: readonly (() => Response | Promise<Response>)[], options: Partial<ClientOptions> = {}) {
  const sent: { url: string; init: RequestInit }[] = [];
  const pauses: number[] = [];
  const fetch = async (url: unknown, init: unknown) => {
    sent.push({ url: String(url), init: init as RequestInit });
    const answer = answers[Math.min(sent.length, answers.length) - 1] as () => Response;
    return answer();
  };
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds);
  };
  const client = createClient({ url: "https://retrieval.example.com/below", fetch, pause, ...options });
  return { client, sent, pauses };
}

describe("the client", () => {
  it("repeats a postponed call after the time that the answer asks", async () => {
    const date = "Wed, 01 Apr 2026 00:00:00 GMT";
    const { client, sent, pauses } = clientOf([
      () => json(429, BUSY, { "Retry-After": "2" }),
      () => json(503, BUSY, { "Retry-After": "Wed, 01 Apr 2026 00:00:07 GMT", Date: date }),
      () => json(429, BUSY),
      () => json(200, DONE),
    ]);
    expect((await client.readConfiguration()).body).toEqual(DONE);
    expect(pauses).toEqual([2_000, 7_000, 1_000]);
    expect(sent).toHaveLength(4);
  });

  it("gives up after four requests, and at once if it would have to wait for more than a minute", async () => {
    const often = clientOf([() => json(429, BUSY, { "Retry-After": "1" })]);
    await expect(often.client.readConfiguration()).rejects.toMatchObject({ code: "RATE_LIMITED", status: 429 });
    expect(often.sent).toHaveLength(4);
    const long = clientOf([() => json(503, BUSY, { "Retry-After": "61" })]);
    await expect(long.client.readConfiguration()).rejects.toMatchObject({ status: 503, retryAfterMs: 61_000 });
    expect(long.sent).toHaveLength(1);
  });

  it("sends as often and waits as long as its options say", async () => {
    const { client, sent, pauses } = clientOf([() => json(503, BUSY, { "Retry-After": "3600" })], {
      attempts: 2,
      waitMaxMs: Number.POSITIVE_INFINITY,
    });
    await expect(client.readConfiguration()).rejects.toMatchObject({ status: 503 });
    expect([sent.length, pauses]).toEqual([2, [3_600_000]]);
  });

  it("repeats a request without an answer if `reconnects` is set, under one key where it must not be done twice", async () => {
    const cut = () => Promise.reject(new TypeError("Failed to fetch"));
    const problems = [{ code: "idempotency_key.in_flight" }];
    const begun = () => json(409, { error: { code: "CONFLICT", message: "Begun.", problems } });
    const { client, sent } = clientOf([cut, begun, () => json(503, BUSY), () => json(200, DONE)], { reconnects: true });
    const restored = { document_id: "d", number: "1" };
    expect((await client.restoreVersion(restored)).body).toEqual(DONE);
    const keys = sent.map(({ init }) => new Headers(init.headers).get("Idempotency-Key"));
    expect(keys).toEqual([expect.stringMatching(/^"[\w-]{20,}"$/), keys[0], keys[0], keys[0]]);
    const other = clientOf([() => json(200, DONE), () => json(200, DONE)]);
    await other.client.restoreVersion(restored);
    await other.client.readConfiguration();
    expect(other.sent.map(({ init }) => new Headers(init.headers).get("Idempotency-Key"))).toEqual([
      expect.not.stringMatching(String(keys[0])),
      null,
    ]);
    const closed = clientOf([cut]);
    await expect(closed.client.restoreVersion(restored)).rejects.toThrow(ConnectionError);
  });

  it("ends with the failure of the first attempt where only that has not ended", async () => {
    const problems = [{ code: "idempotency_key.in_flight" }];
    const begun = () => json(409, { error: { code: "CONFLICT", message: "Begun.", problems } });
    const { client, sent } = clientOf([() => json(503, BUSY), begun, begun, begun]);
    await expect(client.publishDraft({ document_id: "d" })).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(4);
  });

  it("reports the refusals that it throws, and not those after which it repeats", async () => {
    const refusals: string[] = [];
    const forbidden = () => json(403, { error: { code: "FORBIDDEN", message: "No.", problems: [] } });
    const { client } = clientOf([() => json(429, BUSY), forbidden], { onRefusal: ({ code }) => refusals.push(code) });
    await expect(client.readConfiguration()).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(refusals).toEqual(["FORBIDDEN"]);
  });

  it("ends every call with the signal of its options, also a waiting one", async () => {
    const controller = new AbortController();
    const client = createClient({
      url: "https://retrieval.example.com",
      fetch: async () => json(429, BUSY, { "Retry-After": "30" }),
      signal: controller.signal,
    });
    const calls = [client.readConfiguration(), client.readSession({ signal: new AbortController().signal })];
    setTimeout(() => controller.abort(new Error("left")), 20);
    await Promise.all(calls.map((call) => expect(call).rejects.toThrow("left")));
  });

  it("waits no longer than the caller", async () => {
    const { signal } = { signal: AbortSignal.timeout(20) };
    const waiting = createClient({
      url: "https://retrieval.example.com",
      fetch: async () => json(429, BUSY, { "Retry-After": "30" }),
    });
    await expect(waiting.readConfiguration({ signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("also repeats a call that a proxy postponed", async () => {
    const { client, sent, pauses } = clientOf([
      () => new Response("<h1>Busy", { status: 503, headers: { "Retry-After": "3" } }),
      () => json(200, DONE),
    ]);
    expect((await client.readConfiguration()).body).toEqual(DONE);
    expect([sent.length, pauses]).toEqual([2, [3_000]]);
  });

  it("asks once for another token if one is refused", async () => {
    const expired = () =>
      json(401, { error: { code: "UNAUTHORIZED", message: "Expired.", problems: [] } }, { "X-Request-Id": "r1" });
    const bearers = (sent: readonly { init: RequestInit }[]) =>
      sent.map(({ init }) => (init.headers as Record<string, string>).Authorization);
    const renewed = clientOf([expired, () => json(200, DONE)], { token: (refused) => (refused ? "new" : "old") });
    expect((await renewed.client.readConfiguration()).body).toEqual(DONE);
    expect(bearers(renewed.sent)).toEqual(["Bearer old", "Bearer new"]);
    for (const [token, expected] of [
      ["given", ["Bearer given"]],
      [() => "same", ["Bearer same"]],
      [(refused: string | null) => (refused ? null : "only"), ["Bearer only"]],
      [() => null, [undefined]],
      [(refused: string | null) => (refused ? "also old" : "old"), ["Bearer old", "Bearer also old"]],
    ] as const) {
      const { client, sent } = clientOf([expired], { token });
      await expect(client.readConfiguration()).rejects.toMatchObject({ code: "UNAUTHORIZED", request_id: "r1" });
      expect(bearers(sent)).toEqual(expected);
    }
  });

  it("reads no answer that is longer than the caller allows", async () => {
    const { length } = JSON.stringify(DONE);
    for (const status of [200, 500]) {
      const { client } = clientOf([() => json(status, DONE)], { answerMax: length - 1 });
      const detail = `the answer is longer than ${length - 1} bytes`;
      await expect(client.readConfiguration()).rejects.toMatchObject({ detail, status });
    }
    const { client } = clientOf([() => json(200, DONE)], { answerMax: length });
    expect((await client.readConfiguration()).body).toEqual(DONE);
  });

  it("returns every answer that is a text or a file unread", async () => {
    const answers = OPERATION_LIST.flatMap((operation) => Object.values(operation.answers));
    for (const [type, { binary }] of answers.flatMap(({ texts = {} }) => Object.entries(texts))) {
      const headers = { "Content-Type": `${type}; charset=utf-8` };
      const disposition = { "Content-Disposition": 'attachment; filename="a.html"' };
      const answer = new Response("a,b", { headers: { ...headers, ...(binary && disposition) } });
      expect((await clientOf([() => answer]).client.readMetrics()).body).toBe(answer);
      expect(answer.bodyUsed).toBe(false);
    }
  });

  it.each<[string, () => Response | Promise<Response>, object]>([
    [
      "the network",
      () => Promise.reject(Object.assign(new TypeError("x"), { cause: { code: "ECONNREFUSED" } })),
      { detail: "ECONNREFUSED" },
    ],
    ["a page of a proxy", () => new Response("<h1>Bad gateway", { status: 502 }), { status: 502 }],
    [
      "the page of a proxy's log-in",
      () => new Response("<h1>Log in", { headers: { "Content-Type": "text/html" } }),
      { status: 200 },
    ],
    ["a redirect", () => new Response(null, { status: 307 }), { status: 307 }],
    [
      "a refusal without words",
      () => json(500, { error: { code: "INTERNAL", message: "", problems: [] } }),
      { status: 500 },
    ],
    [
      "JSON that is cut off",
      () => new Response("{", { headers: { "Content-Type": "application/json" } }),
      { status: 200 },
    ],
  ])("throws a ConnectionError for %s", async (_, answer, expected) => {
    const error = await clientOf([answer])
      .client.readConfiguration()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject(expected);
  });

  it("waits for an answer and its JSON until the time limit", async () => {
    const fetch = (_url: unknown, init: unknown) =>
      new Promise<Response>((_, reject) => {
        const { signal } = init as { signal: AbortSignal };
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const client = createClient({ url: "https://retrieval.example.com", fetch, timeoutMs: 20 });
    await expect(client.readConfiguration()).rejects.toMatchObject({ detail: "no complete answer within 20 ms" });
    const late = { detail: "no complete answer within 10 ms" };
    await expect(client.readConfiguration({ timeoutMs: 10 })).rejects.toMatchObject(late);
  });

  it("encodes every part of an address, below the service's path, and sends nothing to another address", async () => {
    const { client, sent } = clientOf([() => json(200, {})], { token: "t", language: () => "ja" });
    await client.explainAccess({ document_id: "規程 1/2", user_id: "a&b" });
    expect(sent[0]?.url).toBe(
      "https://retrieval.example.com/below/api/manage/documents/%E8%A6%8F%E7%A8%8B%201%2F2/access?user_id=a%26b",
    );
    expect(sent[0]?.init).toMatchObject({ method: "GET", redirect: "manual" });
    expect(sent[0]?.init.headers).toMatchObject({ Authorization: "Bearer t", "Accept-Language": "ja" });
    for (const user_id of ["", ".", "..", "\ud800"])
      await expect(client.readUser({ user_id })).rejects.toThrow(AddressError);
    expect(sent).toHaveLength(1);
  });

  it("has no schema at run time: it imports nothing but types, addresses and its own files", () => {
    const read = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8");
    const inClient = ["call", "call-errors", "pause", "retry-after"].map((name) => `client/${name}.ts`);
    for (const file of ["client.ts", "addresses.ts", ...inClient]) {
      const values = [...read(file).matchAll(/^import (?!type)[^;]* from "([^"]+)";/gm)].map(([, from]) => from);
      const own = [
        "./addresses.js",
        "./client/call.js",
        "./client/call-errors.js",
        "./client/pause.js",
        "./retry-after.js",
      ];
      expect({ file, others: values.filter((from) => !own.includes(from as string)) }).toEqual({ file, others: [] });
    }
  });
});

// Checked by the compiler.
export const wrongCalls = (client: ReturnType<typeof createClient>) => [
  // @ts-expect-error a parameter of the path is missing
  client.readUser(),
  // @ts-expect-error a required parameter of the query is missing
  client.explainAccess({ document_id: "d" }),
  // @ts-expect-error a parameter that the operation does not have
  client.listUsers({ kind: "sign-in" }),
  // @ts-expect-error a body that is not the schema's
  client.searchChunks({ body: { text: "a" } }),
  // @ts-expect-error not a list of pages
  client.pages("listDepartments", {}),
  // @ts-expect-error a field that the answer does not have
  client.readConfiguration().then(({ body }) => body.name),
];
