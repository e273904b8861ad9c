import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { errorBody, startTestService, type TestService } from "../harness.js";

const MIB = 1024 * 1024;

describe("a body that the service does not want", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ env: { TRUST_PROXY: "1" } });
  });
  afterAll(() => t.close());

  /** Sends an endless body. @returns what was received until the service closed the connection */
  function flood(method: string, path: string, { type = "text/markdown", token = "" } = {}) {
    const socket = connect(Number(new URL(t.url).port), "127.0.0.1");
    const bearer = token && `Authorization: Bearer ${token}\r\n`;
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\n${bearer}Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    let sent = 0;
    const sending = setInterval(() => {
      if (socket.destroyed || socket.writableNeedDrain) return;
      sent += 64 * 1024;
      socket.write(`10000\r\n${"x".repeat(64 * 1024)}\r\n`);
    }, 1);
    return new Promise<{ answer: string; sent: number }>((resolve) => {
      let answer = "";
      socket.on("data", (data) => {
        answer += data;
      });
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearInterval(sending);
        resolve({ answer, sent });
      });
    });
  }

  it("is refused on every guarded route without a token, however long it is, and the connection ends", async () => {
    const guarded = OPERATION_LIST.filter(({ access, body }) => access !== "public" && body !== undefined);
    expect(guarded.length).toBeGreaterThan(4);
    const floods = guarded.map(async ({ method, path }) => {
      const address = path.replace(/:\w+/g, "some-id");
      const { answer, sent } = await flood(method.toUpperCase(), address);
      return { path, status: answer.slice(0, 12), connection: /\r\nConnection: close\r\n/.test(answer), sent };
    });
    for (const { path, status, connection, sent } of await Promise.all(floods)) {
      expect({ path, status, connection }).toEqual({ path, status: "HTTP/1.1 401", connection: true });
      expect(sent).toBeLessThan(32 * MIB);
    }
  });

  // The body is endless.
  it("is 413 on a public route as soon as it is too long, not when it has ended", async () => {
    const { answer } = await flood("POST", "/api/auth/sso-token", { type: "application/json" });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('{"error":{"code":"PAYLOAD_TOO_LARGE"');
  });

  it("lets an ordinary client read the reason: 20 MiB where 16 KiB are allowed", async () => {
    for (const announced of [true, false]) {
      const { status, body, connection } = await post("/api/auth/sso-token", Buffer.alloc(20 * MIB, "x"), announced);
      expect({ announced, status, connection, body: JSON.parse(body) }).toEqual({
        announced,
        status: 413,
        connection: "close",
        body: errorBody("PAYLOAD_TOO_LARGE"),
      });
    }
  });

  it("leaves the connection usable if little of it is left", async () => {
    const { connection } = await post("/api/manage/users/bulk", Buffer.alloc(1024, "x"), true);
    expect(connection).not.toBe("close");
  });

  function post(path: string, bytes: Buffer, announced: boolean) {
    return new Promise<{ status: number | undefined; connection: string | undefined; body: string }>(
      (resolve, reject) => {
        const length = announced ? { "Content-Length": bytes.length } : { "Transfer-Encoding": "chunked" };
        const sending = httpRequest(
          `${t.url}${path}`,
          { method: "POST", headers: { "Content-Type": "application/json", Connection: "keep-alive", ...length } },
          (response: IncomingMessage) => {
            let body = "";
            response.setEncoding("utf8").on("data", (part) => {
              body += part;
            });
            response.on("end", () =>
              resolve({ status: response.statusCode, connection: response.headers.connection, body }),
            );
          },
        );
        sending.on("error", reject);
        sending.end(bytes);
      },
    );
  }
});

describe("a compressed body", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService();
  });
  afterAll(() => t.close());

  const send = (encoding: string, bytes: Buffer) =>
    t
      .http()
      .post("/api/auth/sso-token")
      .set({ "Content-Type": "application/json", "Content-Encoding": encoding })
      .serialize((body) => body)
      .send(bytes as unknown as object);

  it("counts with its decompressed size, and is 400 if broken and 415 if its coding is unknown", async () => {
    const { gzipSync, deflateSync, brotliCompressSync } = await import("node:zlib");
    const json = Buffer.from("{}");
    for (const [encoding, bytes] of [
      ["gzip", gzipSync(json)],
      ["GZIP", gzipSync(json)],
      ["deflate", deflateSync(json)],
      ["br", brotliCompressSync(json)],
      ["identity", json],
    ] as const) {
      expect({ encoding, body: (await send(encoding, bytes)).body }).toEqual({
        encoding,
        body: errorBody("INVALID_REQUEST", expect.stringContaining("user_id")),
      });
    }
    const bomb = gzipSync(Buffer.alloc(10 * MIB));
    expect(bomb.length).toBeLessThan(16 * 1024);
    expect((await send("gzip", bomb)).body).toEqual(errorBody("PAYLOAD_TOO_LARGE"));
    const broken = [json, gzipSync(json).subarray(0, 12), gzipSync(json).subarray(0, -4)];
    for (const bytes of broken) expect((await send("gzip", bytes)).body).toEqual(errorBody("INVALID_REQUEST"));
    for (const encoding of ["zip", "constructor", "gzip, gzip", "compress"]) {
      const response = await send(encoding, json);
      expect({ encoding, status: response.status }).toEqual({ encoding, status: 415 });
      expect(response.body).toEqual(errorBody("UNSUPPORTED_MEDIA_TYPE"));
    }
  });
});
