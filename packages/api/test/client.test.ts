import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { type ClientOptions, ConnectionError, createClient } from "@retrieval/api/client";

const BUSY = { error: { code: "RATE_LIMITED", message: "Too many.", problems: [] } };
const DONE = { portal_origin: "https://portal.example.com", version: "1.0.0" };

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
  it("repeats what was put off, for as long as the answer asks", async () => {
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

  it("gives up after four requests, and at once where it is to wait for more than a minute", async () => {
    const often = clientOf([() => json(429, BUSY, { "Retry-After": "1" })]);
    await expect(often.client.readConfiguration()).rejects.toMatchObject({ code: "RATE_LIMITED", status: 429 });
    expect(often.sent).toHaveLength(4);
    const long = clientOf([() => json(503, BUSY, { "Retry-After": "61" })]);
    await expect(long.client.readConfiguration()).rejects.toMatchObject({ status: 503, retryAfterMs: 61_000 });
    expect(long.sent).toHaveLength(1);
  });

  it("does not repeat after 503 what the caller says must not be, and waits no longer than the caller", async () => {
    const once = clientOf([() => json(503, BUSY, { "Retry-After": "1" })]);
    await expect(once.client.readConfiguration({ repeatable: false })).rejects.toMatchObject({ status: 503 });
    expect(once.sent).toHaveLength(1);
    const { signal } = { signal: AbortSignal.timeout(20) };
    const waiting = createClient({
      url: "https://retrieval.example.com",
      fetch: async () => json(429, BUSY, { "Retry-After": "30" }),
    });
    await expect(waiting.readConfiguration({ signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it.each<[string, () => Response | Promise<Response>, object]>([
    [
      "the network",
      () => Promise.reject(Object.assign(new TypeError("x"), { cause: { code: "ECONNREFUSED" } })),
      { detail: "ECONNREFUSED" },
    ],
    ["a page of a proxy", () => new Response("<h1>Bad gateway", { status: 502 }), { status: 502 }],
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
  });

  it("encodes every part of an address, below the service's path, and sends nothing to another address", async () => {
    const { client, sent } = clientOf([() => json(200, {})], { token: "t", language: "ja" });
    await client.explainAccess({ document_id: "規程 1/2", user_id: "a&b" });
    expect(sent[0]?.url).toBe(
      "https://retrieval.example.com/below/api/manage/documents/%E8%A6%8F%E7%A8%8B%201%2F2/access?user_id=a%26b",
    );
    expect(sent[0]?.init).toMatchObject({ method: "GET", redirect: "error" });
    expect(sent[0]?.init.headers).toMatchObject({ Authorization: "Bearer t", "Accept-Language": "ja" });
    for (const user_id of ["", ".", ".."]) await expect(client.readUser({ user_id })).rejects.toThrow(TypeError);
    expect(sent).toHaveLength(1);
  });

  it("has no schema at run time: it imports nothing but types, addresses and its own files", () => {
    const read = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8");
    for (const file of ["client.ts", "addresses.ts", "client/errors.ts", "client/pause.ts", "client/request.ts"]) {
      const values = [...read(file).matchAll(/^import (?!type)[^;]* from "([^"]+)";/gm)].map(([, from]) => from);
      const own = ["./addresses.js", "./client/errors.js", "./client/pause.js", "./client/request.js"];
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
