import { describe, expect, it } from "@jest/globals";
import { ApiError } from "../src/api/api-error.js";
import { Api, path } from "../src/api/client.js";
import { Waiting } from "../src/api/waiting.js";

/** An API that is answered one answer after the other; those that wait are sent on at once. */
function api(...answers: (Response | Error)[]) {
  const waiting = new Waiting();
  const sent: { url: string; init: RequestInit }[] = [];
  const waits: { seconds: number; why: string }[] = [];
  let signedOut = 0;
  waiting.wait = async (seconds, why) => void waits.push({ seconds, why });
  const client = new Api({
    token: () => "kept",
    language: () => "ja",
    onUnauthorized: () => {
      signedOut += 1;
    },
    onForbidden: () => undefined,
    waiting,
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} });
      const answer = answers.shift() ?? Response.json({});
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { client, sent, waits, signedOut: () => signedOut };
}

const refusal = (status: number, code: string, headers = {}) =>
  Response.json({ error: { code, message: `It was ${code}.` } }, { status, headers });

describe("A call of the pages", () => {
  it("carries the session's token, the page's language and a JSON body, and no cookie or referrer", async () => {
    const { client, sent } = api(Response.json({ total: 3 }));
    await expect(client.json({ method: "POST", path: "/api/search", json: { query: "東京" } })).resolves.toEqual({
      total: 3,
    });
    expect(sent[0]).toEqual({
      url: "/api/search",
      init: expect.objectContaining({
        method: "POST",
        body: '{"query":"東京"}',
        headers: { "Content-Type": "application/json", "Accept-Language": "ja", Authorization: "Bearer kept" },
        credentials: "omit",
        referrerPolicy: "no-referrer",
        cache: "no-store",
      }),
    });
  });

  it("leaves out parameters that say nothing, and encodes the others", async () => {
    const { client, sent } = api();
    await client.json({
      path: path("/api/documents", "就業規則/1", "outline"),
      query: { query: "a&b", cursor: null, limit: 5, x: "" },
    });
    expect(sent[0]?.url).toBe("/api/documents/%E5%B0%B1%E6%A5%AD%E8%A6%8F%E5%89%87%2F1/outline?query=a%26b&limit=5");
  });

  it.each([
    [429, "RATE_LIMITED", { "Retry-After": "7" }, 7],
    [503, "UNAVAILABLE", { "Retry-After": "5" }, 5],
    [503, "UNAVAILABLE", {}, 5],
  ])("waits after %d %s and is sent again", async (status, code, headers, seconds) => {
    const { client, sent, waits } = api(refusal(status, code, headers), Response.json({ done: true }));
    await expect(client.json({ path: "/api/session" })).resolves.toEqual({ done: true });
    expect(waits).toEqual([{ seconds, why: "busy" }]);
    expect(sent).toHaveLength(2);
  });

  it("waits for a service that cannot be reached", async () => {
    const { client, waits } = api(new TypeError("Failed to fetch"), Response.json({}));
    await client.json({ path: "/api/session" });
    expect(waits).toEqual([{ seconds: 5, why: "unreachable" }]);
  });

  it("gives up after a while", async () => {
    const { client, waits } = api(...Array.from({ length: 20 }, () => refusal(503, "UNAVAILABLE")));
    await expect(client.json({ path: "/api/session" })).rejects.toMatchObject({ code: "UNAVAILABLE", status: 503 });
    expect(waits).toHaveLength(8);
  });

  it("is not sent again after a 503 where once more might not mean the same, but after a 429", async () => {
    const { client, sent } = api(refusal(429, "RATE_LIMITED"), refusal(503, "UNAVAILABLE"));
    const call = client.json({ method: "POST", path: "/api/manage/imports/1/apply", repeatable: false });
    await expect(call).rejects.toThrow(ApiError);
    expect(sent).toHaveLength(2);
  });

  it("ends the session when its token is refused, and not when another token is", async () => {
    const { client, signedOut } = api(refusal(401, "UNAUTHORIZED"), refusal(401, "UNAUTHORIZED"));
    await expect(client.json({ path: "/api/session", token: "arriving" })).rejects.toMatchObject({ status: 401 });
    expect(signedOut()).toBe(0);
    await expect(client.json({ path: "/api/session" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(signedOut()).toBe(1);
  });

  it("says what it was refused for, also where a proxy answered without our error body", async () => {
    const { client } = api(refusal(412, "PRECONDITION_FAILED"), new Response("<h1>502</h1>", { status: 502 }));
    await expect(client.json({ path: "/a" })).rejects.toEqual(
      new ApiError("PRECONDITION_FAILED", 412, "It was PRECONDITION_FAILED."),
    );
    await expect(client.json({ path: "/a" })).rejects.toMatchObject({ code: "UNEXPECTED", status: 502 });
  });

  it("ends with its signal, also while it waits", async () => {
    const waiting = new Waiting();
    const fetch = async () => refusal(503, "UNAVAILABLE", { "Retry-After": "60" });
    const client = new Api({
      token: () => null,
      language: () => "ja",
      onUnauthorized: () => undefined,
      onForbidden: () => undefined,
      waiting,
      fetch,
    });
    const controller = new AbortController();
    const call = client.json({ path: "/api/session", signal: controller.signal });
    await new Promise<void>((resolve) => void waiting.subscribe(resolve));
    expect(waiting.shown()).toMatchObject({ why: "busy" });
    controller.abort(new Error("left"));
    await expect(call).rejects.toThrow("left");
    expect(waiting.shown()).toBeNull();
  });

  it("is sent at once when somebody asks for it while it waits", async () => {
    const waiting = new Waiting();
    const answers = [refusal(503, "UNAVAILABLE", { "Retry-After": "3600" }), Response.json({ done: true })];
    const fetch = async () => answers.shift() as Response;
    const client = new Api({
      token: () => null,
      language: () => "ja",
      onUnauthorized: () => undefined,
      onForbidden: () => undefined,
      waiting,
      fetch,
    });
    const call = client.json({ path: "/api/session" });
    await new Promise<void>((resolve) => void waiting.subscribe(resolve));
    waiting.tryNow();
    await expect(call).resolves.toEqual({ done: true });
  });
});
