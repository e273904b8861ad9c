import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createServer } from "@retrieval/http";
import { errorBody, NOW, signedRequest, startTestService, type TestService } from "../harness.js";

let t: TestService;
let server: Server;
beforeAll(async () => {
  t = await startTestService();
  await t.signedIn("000001");
  // Short, but longer than a busy machine needs for bytes that are sent at once.
  const limits = { headersTimeout: 2_000, requestTimeout: 4_000, connectionsCheckingInterval: 50 };
  server = createServer(t.service.app, { limits }).server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  await t.close();
});

/**
 * Sends raw bytes, with pauses in milliseconds or until a pattern is received.
 *
 * @returns everything received until the connection was closed
 */
function exchange(...parts: (string | Buffer | number | RegExp)[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  return new Promise((resolve) => {
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
    void (async () => {
      for (const part of parts) {
        if (typeof part === "number") await sleep(part);
        else if (part instanceof RegExp) while (!part.test(answer) && !socket.destroyed) await sleep(5);
        else if (!socket.destroyed) socket.write(part);
      }
    })();
  });
}

function read(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers = Object.fromEntries(
    fields.map((field) => [field.split(":")[0]?.toLowerCase(), field.slice(field.indexOf(":") + 2)]),
  );
  return { status: Number(line.split(" ")[1]), headers, body };
}

describe("a malformed request", () => {
  const broken: Record<string, readonly [number, ...(string | Buffer | number)[]]> = {
    "no HTTP at all": [400, "hello\r\n\r\n"],
    "bytes of TLS": [400, Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
    "an unknown method": [400, "FETCH / HTTP/1.1\r\nHost: x\r\n\r\n"],
    "a header without a colon": [400, "GET / HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n"],
    "two lengths": [400, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    "a length and chunks": [
      400,
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    "a chunk of no size": [
      400,
      "POST /api/auth/sso-token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
      20,
      "zz\r\n",
    ],
    "no Host": [400, "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"],
    "two Hosts": [400, "GET /healthz HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n"],
    "headers of 40 KiB": [431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(40 * 1024)}\r\n\r\n`],
    "headers of 1 MiB": [431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(1024 * 1024)}\r\n\r\n`],
    "headers that never end": [408, "GET / HTTP/1.1\r\nHost: x\r\n"],
    "a body that never ends": [
      408,
      "POST /api/auth/sso-token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
    "an expectation that no server can meet": [417, "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n"],
  };

  it.each(Object.keys(broken))("%s is answered with the error body, and the connection is closed", async (name) => {
    const [expected, ...parts] = broken[name] as (typeof broken)[string];
    const { status, headers, body } = read(await exchange(...parts));
    expect({ status, body: JSON.parse(body) }).toEqual({ status: expected, body: errorBody("INVALID_REQUEST") });
    expect(headers).toMatchObject({
      connection: "close",
      "cache-control": "no-store",
      "content-language": "en",
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
    });
  });

  it("is answered in the client's language where Node can read its headers", async () => {
    const { headers, body } = read(
      await exchange("GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nAccept-Language: ja, en;q=0.5\r\n\r\n"),
    );
    expect(headers).toMatchObject({ "content-language": "ja", vary: "Accept-Language" });
    expect(JSON.parse(body).error.message).toBe("Expect ヘッダーに指定できるのは 100-continue だけです。");
  });

  it("is answered after a good one on the same connection", async () => {
    const answer = await exchange("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", /200 OK/, "hello\r\n\r\n");
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  it("is answered after the complete requests before it, however they arrive", async () => {
    const token = await t.signedIn("000001");
    const whole = `GET /api/session HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const missing = "GET /api/none HTTP/1.1\r\nHost: x\r\n\r\n";
    for (const parts of [[[whole, missing, "broken\r\n\r\n"].join("")], [whole, missing, "broken\r\n\r\n"]]) {
      const answer = await exchange(...parts);
      expect([...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual(["200", "404", "400"]);
      expect(answer.indexOf("000001")).toBeLessThan(answer.indexOf("NOT_FOUND"));
    }
  });

  it("is never answered before an earlier request", async () => {
    const token = await t.signedIn("000001");
    const whole = `GET /api/session HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const chunks = "POST /api/search HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nbroken\r\n";
    expect(await exchange(whole + chunks)).not.toMatch(/^HTTP\/1\.1 400/);
  });

  it("gets no second answer after an early refusal", async () => {
    const answer = await exchange(
      "PUT /api/manage/documents/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
      /401 Unauthorized/,
      "zz\r\n",
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401"]);
  });

  it("opens no tunnel, and its payload is not executed", async () => {
    const tunnel = "CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: x\r\n\r\n";
    const whole = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    for (const rest of ["", whole, Buffer.alloc(1024 * 1024)]) {
      const { status, headers, body } = read(await exchange(tunnel, rest));
      expect({ status, body: JSON.parse(body) }).toEqual({ status: 405, body: errorBody("METHOD_NOT_ALLOWED") });
      expect(headers).toMatchObject({
        connection: "close",
        allow: "",
        "cache-control": "no-store",
        "content-language": "en",
      });
    }
    const answers = await exchange(whole + tunnel);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 405"]);
  });

  it("may lack Host in HTTP/1.0", async () => {
    expect(read(await exchange("GET /healthz HTTP/1.0\r\n\r\n")).status).toBe(200);
  });
});

describe("Expect: 100-continue", () => {
  const announcing = (path: string, length: number, more = "") =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n${more}\r\n`;

  it("gets 100 when the service wants the body", async () => {
    const body = JSON.stringify(signedRequest("000001", NOW));
    const answer = await exchange(
      announcing("/api/auth/sso-token", Buffer.byteLength(body), "Connection: close\r\n"),
      /100 Continue/,
      body,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 100", "HTTP/1.1 200"]);
  });

  it.each([
    ["a stranger", "/api/manage/users/bulk", 100, "", 401],
    ["a body that is too large", "/api/auth/sso-token", 1024 * 1024, "", 413],
    ["an unknown coding", "/api/auth/sso-token", 10, "Content-Encoding: zip\r\n", 415],
    ["an unknown address", "/api/nothing", 100, "", 404],
  ])("gets none for %s, and the connection ends with the answer", async (_who, path, length, more, status) => {
    const answer = await exchange(announcing(path, length, more));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(read(answer).headers.connection).toBe("close");
  });
});
