import { afterEach, describe, expect, it } from "@jest/globals";
import { sentenceOf } from "@retrieval/api/texts";
import { sharedSecret, signRequest } from "@retrieval/core";
import { createPortalClient, type PortalClientOptions } from "@retrieval/portal";
import { json, type Responder, startLocalService } from "./local-service.js";

const SECRET = "a secret of at least sixty-four characters, shared with the portal";
const NOW = 1_767_225_600_999;
const GENERIC = {
  ok: false,
  code: "CONNECTION_FAILED",
  message: "The connection to the retrieval service failed. Please try again later.",
  problems: [],
};
const USER = { user_id: "000123", display_name: "髙橋 花子", role: "user", department: "総務部", email: null };
const TOKEN_ANSWER = { token: "header.claims.signature", user: USER, expires_in: 10_800 };

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function clientOf(respond: Responder, options: Partial<PortalClientOptions> = {}) {
  const service = await startLocalService(respond);
  stop = service.stop;
  const client = createPortalClient({ baseUrl: service.baseUrl, secret: SECRET, now: () => NOW, ...options });
  return { client, ...service };
}

describe("requestToken", () => {
  it("signs the employee number and its clock's second, and returns the service's answer", async () => {
    const { client, calls } = await clientOf((_, response) => json(response, 200, TOKEN_ANSWER));
    expect(await client.requestToken("000123")).toEqual({ ok: true, ...TOKEN_ANSWER });
    const signature = signRequest(sharedSecret(SECRET), "000123", 1_767_225_600);
    expect(calls).toMatchObject([
      {
        method: "POST",
        url: "/api/auth/sso-token",
        headers: { "content-type": "application/json" },
        body: { user_id: "000123", timestamp: 1_767_225_600, signature },
      },
    ]);
    expect(calls[0]?.headers.authorization).toBeUndefined();
  });

  it("takes the time from the machine by default", async () => {
    const { baseUrl, calls } = await clientOf((_, response) => json(response, 200, TOKEN_ANSWER));
    const before = Math.floor(Date.now() / 1000);
    expect(await createPortalClient({ baseUrl, secret: SECRET }).requestToken("000123")).toMatchObject({ ok: true });
    expect(calls[0]?.body.timestamp).toBeGreaterThanOrEqual(before);
    expect(calls[0]?.body.timestamp).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it("finds a service below a path", async () => {
    const { baseUrl, calls } = await clientOf((_, response) => json(response, 200, TOKEN_ANSWER));
    for (const path of ["/retrieval", "/retrieval/"]) {
      await createPortalClient({ baseUrl: baseUrl + path, secret: SECRET }).requestToken("000123");
    }
    expect(calls.map(({ url }) => url)).toEqual(Array(2).fill("/retrieval/api/auth/sso-token"));
  });

  it.each([
    [400, "INVALID_REQUEST"],
    [401, "INVALID_SIGNATURE"],
    [401, "EXPIRED_TIMESTAMP"],
    [404, "USER_NOT_FOUND"],
    [429, "RATE_LIMITED"],
    [503, "A_CODE_OF_TOMORROW"],
  ])("keeps code, message and problems of a %i %s", async (status, code) => {
    const error = { code, message: "Why.", problems: [{ code: "user.unregistered" }] };
    const { client, calls } = await clientOf((_, response) => json(response, status, { error }));
    expect(await client.requestToken("000123")).toEqual({ ok: false, ...error, status, detail: null });
    expect(calls).toHaveLength(1);
  });

  it("treats every status other than 200 as a failure, also other 2xx", async () => {
    const statuses = [201, 202, 206, 299, 400, 418, 500];
    const { client } = await clientOf((_, response, i) => json(response, statuses[i] ?? 500, TOKEN_ANSWER));
    for (const status of statuses) expect(await client.requestToken("000123")).toMatchObject({ ...GENERIC, status });
  });

  it("returns one generic failure for answers that are not the service's", async () => {
    const answers: [number, string][] = [
      [502, "<html><body><h1>502 Bad Gateway</h1></body></html>"],
      [500, ""],
      [500, "{"],
      [500, '{"error": "broken"}'],
      [500, '{"error": {"code": 500, "message": "x"}}'],
      [500, '{"error": {"code": "X"}}'],
      [500, '{"error": {"code": "", "message": ""}}'],
      [500, "[]"],
      [500, "null"],
      [200, ""],
      [200, "<html>Please log in to the proxy</html>"],
      [200, "null"],
      [200, "{}"],
      [200, JSON.stringify({ ...TOKEN_ANSWER, token: "" })],
      [200, JSON.stringify({ ...TOKEN_ANSWER, token: 7 })],
      [200, JSON.stringify({ ...TOKEN_ANSWER, user: null })],
      [200, JSON.stringify({ ...TOKEN_ANSWER, expires_in: "10800" })],
    ];
    const { client } = await clientOf((_, response, i) => {
      const [status, text] = answers[i] ?? [500, ""];
      response.writeHead(status).end(text);
    });
    for (const [status] of answers) expect(await client.requestToken("000123")).toMatchObject({ ...GENERIC, status });
  });

  it("does not sign a user in as another user", async () => {
    const { client } = await clientOf((_, response) => json(response, 200, TOKEN_ANSWER));
    expect(await client.requestToken("123")).toMatchObject(GENERIC);
  });

  it("gives up after the time limit, whether the answer or the rest of it is missing", async () => {
    const { client } = await clientOf(
      (_, response, i) => {
        if (i === 1) response.writeHead(200, { "Content-Type": "application/json" }).write('{"token": "');
      },
      { timeoutMs: 150 },
    );
    for (let i = 0; i < 2; i += 1) {
      const begin = performance.now();
      expect(await client.requestToken("000123")).toEqual({
        ...GENERIC,
        status: null,
        detail: "no complete answer within 150 ms",
      });
      expect(performance.now() - begin).toBeLessThan(10_000);
    }
  });

  it("does not read an answer without end", async () => {
    const { client } = await clientOf((_, response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
      };
      response.on("drain", pour);
      pour();
    });
    expect(await client.requestToken("000123")).toMatchObject({
      ...GENERIC,
      detail: "the answer is longer than 1048576 bytes",
    });
  });

  it("does not send a signature to a redirect's target", async () => {
    const elsewhere = await startLocalService((_, response) => json(response, 200, TOKEN_ANSWER));
    const statuses = [301, 302, 303, 307, 308];
    const { client, calls } = await clientOf((_, response, i) =>
      response.writeHead(statuses[i] ?? 302, { Location: `${elsewhere.baseUrl}/api/auth/sso-token` }).end(),
    );
    for (const _ of statuses) expect(await client.requestToken("000123")).toMatchObject(GENERIC);
    expect(calls).toHaveLength(statuses.length);
    expect(elsewhere.calls).toEqual([]);
    await elsewhere.stop();
  });

  it("does not throw if no server answers, and gives the reason for the log", async () => {
    const { baseUrl, stop: stopNow } = await startLocalService(() => {});
    await stopNow();
    const client = createPortalClient({ baseUrl, secret: SECRET });
    expect(await client.requestToken("000123")).toEqual({ ...GENERIC, status: null, detail: "ECONNREFUSED" });
  });

  it("does not throw if the connection breaks", async () => {
    const { client } = await clientOf((_, response) => {
      response.writeHead(200, { "Content-Length": "100" }).write("{");
      response.destroy();
    });
    expect(await client.requestToken("000123")).toMatchObject(GENERIC);
  });
});

describe("the language of sentences", () => {
  const RECORD = { user_id: "..", display_name: "髙橋 花子" };

  it.each([
    [{}, "en"],
    [{ language: "en" }, "en"],
    [{ language: "ja" }, "ja"],
  ] as const)("is requested from the service in each call (%j)", async (options, language) => {
    const { client, calls } = await clientOf((_, response) => json(response, 500, null), options);
    await client.requestToken("000123");
    await client.importUsers([{ user_id: "000123", display_name: "髙橋 花子" }], { token: "admin" });
    await client.synchroniseUser({ ...RECORD, user_id: "000123" }, { token: "admin" });
    expect(calls.map(({ headers }) => headers["accept-language"])).toEqual(Array(3).fill(language));
  });

  it("is that of the client's own sentences", async () => {
    const { client } = await clientOf((_, response) => json(response, 500, null), { language: "ja" });
    expect(await client.requestToken("000123")).toMatchObject({
      code: "CONNECTION_FAILED",
      message: "文書検索サービスに接続できませんでした。しばらくしてから、もう一度お試しください。",
      problems: [],
    });
    expect(await client.synchroniseUser(RECORD, { token: "admin" })).toMatchObject({
      code: "INVALID_REQUEST",
      message: sentenceOf([{ code: "user_id.not_in_address" }], "ja"),
      problems: [{ code: "user_id.not_in_address" }],
    });
  });

  it("is one that the service has", () => {
    const options = { baseUrl: "https://retrieval.example.com", secret: SECRET, language: "fr" as "en" };
    expect(() => createPortalClient(options)).toThrow("language must be one of en, ja");
  });
});

describe("createPortalClient", () => {
  it("refuses an address that is not HTTPS, a short secret, and no time limit", () => {
    const options = { baseUrl: "https://retrieval.example.com", secret: SECRET };
    expect(() => createPortalClient({ ...options, baseUrl: "http://retrieval.example.com" })).toThrow("https://");
    expect(() => createPortalClient({ ...options, secret: "秘".repeat(63) })).toThrow("at least 64 characters");
    expect(() => createPortalClient({ ...options, secret: "" })).toThrow("at least 64 characters");
    for (const timeoutMs of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => createPortalClient({ ...options, timeoutMs })).toThrow("timeoutMs");
    }
    expect(() => createPortalClient(options)).not.toThrow();
  });
});

describe("synchroniseUser", () => {
  const RECORD = { user_id: "営業/7 %", display_name: "髙橋 花子", department_code: "D1", permission_groups: ["g"] };
  const SUMMARY = { user_id: RECORD.user_id, display_name: RECORD.display_name, role: "user", is_active: true };

  it.each([
    [200, "updated"],
    [200, "unchanged"],
    [201, "created"],
  ])("puts one record, with the admin's token (%i %s)", async (status, result) => {
    const { client, calls } = await clientOf((_, response) => json(response, status, { result, user: SUMMARY }));
    expect(await client.synchroniseUser(RECORD, { token: "admin" })).toEqual({ ok: true, result, user: SUMMARY });
    expect(calls).toMatchObject([
      {
        method: "PUT",
        url: `/api/manage/users/${encodeURIComponent("営業/7 %")}`,
        headers: { authorization: "Bearer admin" },
        body: RECORD,
      },
    ]);
  });

  it("keeps the service's refusal", async () => {
    const error = { code: "FORBIDDEN", message: "Admins only.", problems: [{ code: "token.not_valid" }] };
    const { client } = await clientOf((_, response) => json(response, 403, { error }));
    expect(await client.synchroniseUser(RECORD, { token: "user" })).toEqual({
      ok: false,
      ...error,
      status: 403,
      detail: null,
    });
  });

  it("sends no user_id that would change the address", async () => {
    const { client, calls } = await clientOf((_, response) => json(response, 200, {}));
    for (const user_id of ["", ".", "..", "a\ud800", " a", "a\n", "x".repeat(129)]) {
      const outcome = await client.synchroniseUser({ ...RECORD, user_id }, { token: "admin" });
      expect(outcome).toMatchObject({ ok: false, code: "INVALID_REQUEST", status: null });
    }
    expect(calls).toEqual([]);
  });

  it("does not repeat a token that cannot be sent", async () => {
    const { client } = await clientOf((_, response) => json(response, 200, {}));
    const outcome = await client.synchroniseUser(RECORD, { token: "top-secret\nX-Admin: yes" });
    expect(outcome).toMatchObject(GENERIC);
    expect(JSON.stringify(outcome)).not.toContain("top-secret");
  });
});
