import { describe, expect, it } from "@jest/globals";
import { Api } from "../src/api/client.js";
import { Waiting } from "../src/api/waiting.js";

const SESSION = { user_id: "001234", display_name: "髙橋 美咲", role: "user", expires_at: "2099-01-01T00:00:00.000Z" };

/** An API with a queue of answers. */
function api(waiting: Waiting, ...answers: (Response | Error)[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  const refusedTokens: (string | null)[] = [];
  const pages = new Api({
    url: "https://service.example",
    token: () => "kept",
    language: () => "ja",
    onUnauthorized: (token) => void refusedTokens.push(token),
    onForbidden: () => undefined,
    waiting,
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} });
      const answer = answers.shift() ?? Response.json(SESSION);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { pages, sent, refusedTokens };
}

/** An API whose waiting calls are repeated immediately. */
function patient(...answers: (Response | Error)[]) {
  const waiting = new Waiting();
  const waits: { seconds: number; why: string }[] = [];
  waiting.wait = async (seconds, why) => void waits.push({ seconds, why });
  return { ...api(waiting, ...answers), waits };
}

const refusal = (status: number, code: string, headers = {}) =>
  Response.json({ error: { code, message: `It was ${code}.` } }, { status, headers });
const proxy = (status: number, headers = {}) => new Response(`<h1>${status}</h1>`, { status, headers });

describe("A call of the pages", () => {
  it("carries the session's token, the page's language and a JSON body, and no referrer", async () => {
    const { pages, sent } = patient();
    await pages.client.searchChunks({ body: { query: "東京" } });
    expect(sent[0]).toMatchObject({
      url: "https://service.example/api/search",
      init: {
        method: "POST",
        body: '{"query":"東京"}',
        headers: { "Content-Type": "application/json", "Accept-Language": "ja", Authorization: "Bearer kept" },
        credentials: "same-origin",
        referrerPolicy: "no-referrer",
        cache: "no-store",
      },
    });
  });

  it.each([
    ["429 RATE_LIMITED", refusal(429, "RATE_LIMITED", { "Retry-After": "7" }), 7],
    ["503 UNAVAILABLE", refusal(503, "UNAVAILABLE", { "Retry-After": "1" }), 1],
    ["a long Retry-After", refusal(503, "UNAVAILABLE", { "Retry-After": "3600" }), 120],
    ["503 of a proxy, which does not say how long", proxy(503), 5],
    ["503 of a proxy, which says how long", proxy(503, { "Retry-After": "30" }), 30],
  ])("waits after %s and is sent again", async (_, answer, seconds) => {
    const { pages, sent, waits } = patient(answer);
    await expect(pages.client.readSession()).resolves.toMatchObject({ body: SESSION });
    expect(waits).toEqual([{ seconds, why: "busy" }]);
    expect(sent).toHaveLength(2);
  });

  it("waits for a service that cannot be reached", async () => {
    const { pages, waits } = patient(new TypeError("Failed to fetch"));
    await pages.client.readSession();
    expect(waits).toEqual([{ seconds: 5, why: "unreachable" }]);
  });

  it("gives up after several attempts", async () => {
    const { pages, waits } = patient(...Array.from({ length: 20 }, () => refusal(503, "UNAVAILABLE")));
    await expect(pages.client.readSession()).rejects.toMatchObject({ code: "UNAVAILABLE", status: 503 });
    expect(waits).toHaveLength(8);
  });

  it("ends the session when its token is refused, and not when another token is", async () => {
    const { pages, refusedTokens } = patient(refusal(401, "UNAUTHORIZED"), refusal(401, "UNAUTHORIZED"));
    await expect(pages.as("arriving").readSession()).rejects.toMatchObject({ status: 401 });
    expect(refusedTokens).toEqual([]);
    await expect(pages.client.readSession()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(refusedTokens).toEqual(["kept"]);
  });

  it("reports its refusal, also if a proxy answered without our error body", async () => {
    const { pages } = patient(refusal(412, "PRECONDITION_FAILED"), proxy(502));
    await expect(pages.client.readSession()).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      status: 412,
      message: "It was PRECONDITION_FAILED.",
    });
    await expect(pages.client.readSession()).rejects.toMatchObject({ name: "ConnectionError", status: 502 });
  });

  it("ends with its signal, also while it waits", async () => {
    const waiting = new Waiting();
    const { pages } = api(waiting, refusal(503, "UNAVAILABLE", { "Retry-After": "60" }));
    const controller = new AbortController();
    const call = pages.client.readSession({ signal: controller.signal });
    await new Promise<void>((resolve) => void waiting.subscribe(resolve));
    expect(waiting.shown()).toMatchObject({ why: "busy" });
    controller.abort(new Error("left"));
    await expect(call).rejects.toThrow("left");
    expect(waiting.shown()).toBeNull();
  });

  it("is sent immediately when the user asks for it", async () => {
    const waiting = new Waiting();
    const { pages } = api(waiting, refusal(503, "UNAVAILABLE", { "Retry-After": "3600" }));
    const call = pages.client.readSession();
    await new Promise<void>((resolve) => void waiting.subscribe(resolve));
    waiting.tryNow();
    await expect(call).resolves.toMatchObject({ body: SESSION });
  });

  it("sends an Idempotency-Key from the service's own pages, and none from others, which CORS would refuse (SPEC 5.8)", async () => {
    const keysFrom = async (page: string) => {
      Object.assign(globalThis, { location: new URL(page) });
      try {
        const { pages, sent } = patient(Response.json({}));
        await pages.client.restoreVersion({ document_id: "d", number: "1" });
        return sent.map(({ init }) => new Headers(init.headers).has("Idempotency-Key"));
      } finally {
        Reflect.deleteProperty(globalThis, "location");
      }
    };
    expect(await keysFrom("https://portal.example/users")).toEqual([false]);
    expect(await keysFrom("https://service.example/admin")).toEqual([true]);
  });
});
