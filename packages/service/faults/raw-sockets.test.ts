import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import pg from "pg";
import { ServiceProcess } from "../test/process/service-process.js";
import { residentMegabytes } from "./process-usage.js";

/** Every connection must be closed by then, whatever was sent. */
const WITHIN_MS = 30_000;

let database: TestDatabase;
let service: ServiceProcess;
let admin: string;
let asked = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.serve(database.url, { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" });
  admin = await service.signIn("000001");
});
afterAll(async () => {
  process.stderr.write(`raw-sockets: ${asked} exchanges\n`);
  await service.end("SIGTERM");
  await database.drop();
});

afterEach(async () => {
  expect((await service.fetch("/readyz")).status).toBe(200);
  // The effect of a request hidden in another.
  expect((await service.fetch("/api/manage/users/hidden", { token: admin })).status).toBe(404);
});

function open(): Socket {
  const socket = connectTcp(Number(new URL(service.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  return socket;
}

/** Sends bytes. @returns what was received until the connection was closed, here after this many answers */
async function exchange(answers: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  asked += 1;
  const socket = open();
  let answer = "";
  socket.on("data", (data) => {
    answer += data.toString("latin1");
    // An extra answer would come at once.
    if (statusesOf(answer).length >= answers) setTimeout(() => socket.end(), 50);
  });
  const closed = new Promise<boolean>((resolve) => socket.once("close", () => resolve(true)));
  for (const part of parts) socket.write(part);
  if (answers === 0) socket.end();
  const patience = new AbortController();
  const late = sleep(WITHIN_MS, false, { signal: patience.signal }).catch(() => false);
  const ended = await Promise.race([closed, late]);
  patience.abort();
  socket.destroy();
  expect(ended ? null : { parts, answer }).toBeNull();
  return answer;
}

const statusesOf = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const HTTPS = "X-Forwarded-Proto: https\r\n";
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${HTTPS}${more}\r\n`;
const signIn = (more: string, body: string | Buffer = "") =>
  `POST /api/auth/sso-token HTTP/1.1\r\nHost: x\r\n${HTTPS}Content-Type: application/json\r\n${more}\r\n${body}`;

/** A request with an effect, if it is executed. */
const hidden = () => {
  const body = '{"display_name":"hidden"}';
  const head = `PUT /api/manage/users/hidden HTTP/1.1\r\nHost: x\r\n${HTTPS}Authorization: Bearer ${admin}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

describe("a request whose length two servers could read differently", () => {
  it.each([
    ["the same length twice", "Content-Length: 4\r\nContent-Length: 4\r\n"],
    ["two lengths", "Content-Length: 4\r\nContent-Length: 400\r\n"],
    ["two lengths in one line", "Content-Length: 4, 4\r\n"],
    ["a length with a sign", "Content-Length: +4\r\n"],
    ["a negative length", "Content-Length: -1\r\n"],
    ["a length in hexadecimal", "Content-Length: 0x4\r\n"],
    ["a length with a space inside", "Content-Length: 4 0\r\n"],
    ["an endless length", `Content-Length: ${"9".repeat(40)}\r\n`],
    ["a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"],
    ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n"],
    ["chunks that are not the last coding", "Transfer-Encoding: chunked, identity\r\n"],
    ["an unknown coding", "Transfer-Encoding: xchunked\r\n"],
    ["chunks twice over two lines", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n"],
    ["a space before the colon", "Transfer-Encoding : chunked\r\n"],
    ["a NUL in the coding", "Transfer-Encoding: chunked\0\r\n"],
    ["a line that is folded", "Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n"],
    ["a length behind a bare line feed", "X: y\nContent-Length: 400\r\nContent-Length: 4\r\n"],
    ["a length behind a bare carriage return", "X: y\rContent-Length: 400\r\nContent-Length: 4\r\n"],
  ])("%s: 400, and nothing behind it is executed", async (_, headers) => {
    for (const body of [`0\r\n\r\n${hidden()}`, hidden(), `{}\r\n${hidden()}`]) {
      const answer = await exchange(1, signIn(headers, body));
      expect(statusesOf(answer)).toEqual([400]);
      expect(answer).toContain('{"error":{"code":"INVALID_REQUEST","message":');
    }
  });

  it.each([
    ["-1", "-1\r\nhello\r\n0\r\n\r\n"],
    ["0x5", "0x5\r\nhello\r\n0\r\n\r\n"],
    ["5 with a space", "5 \r\nhello\r\n0\r\n\r\n"],
    ["one that overflows 64 bits", "10000000000000005\r\nhello\r\n0\r\n\r\n"],
    ["one that is too small", "2\r\nhello\r\n0\r\n\r\n"],
    ["no size", "\r\nhello\r\n0\r\n\r\n"],
    ["one behind a bare line feed", "5\nhello\n0\n\n"],
  ])("a chunk of the size %s: 400, and nothing behind it is executed", async (_, chunks) => {
    const answer = await exchange(1, signIn("Transfer-Encoding: chunked\r\n", chunks + hidden()));
    expect(statusesOf(answer)).toEqual([400]);
  });

  it("short chunk extensions are ignored, and long ones are 413", async () => {
    const sized = (extension: string) => signIn("Transfer-Encoding: chunked\r\n", `2;${extension}\r\n{}\r\n0\r\n\r\n`);
    expect(await exchange(1, sized('a=b;c="d"'))).toMatch(/^HTTP\/1\.1 400 [\s\S]*user_id/);
    expect(statusesOf(await exchange(1, sized(`a=${"x".repeat(64 * 1024)}`)))).toEqual([413]);
  });

  it("trailers are not headers: they neither sign in nor announce a body", async () => {
    const trailers = `Authorization: Bearer ${admin}\r\nContent-Length: 400\r\n`;
    const asked = `POST /api/search HTTP/1.1\r\nHost: x\r\n${HTTPS}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(statusesOf(await exchange(1, `${asked}2\r\n{}\r\n0\r\n${trailers}\r\n`))).toEqual([401]);
  });
});

describe("a request inside the body of another", () => {
  it.each([
    ["which is read", () => signIn(`Content-Length: ${hidden().length}\r\n`, hidden()), 400],
    [
      "of GET, which the service does not read",
      () => `${get("/healthz", `Content-Length: ${hidden().length}\r\n`)}${hidden()}`,
      200,
    ],
    [
      "in a chunk of GET",
      () =>
        `${get("/healthz", "Transfer-Encoding: chunked\r\n")}${hidden().length.toString(16)}\r\n${hidden()}\r\n0\r\n\r\n`,
      200,
    ],
    [
      "of a caller without access",
      () =>
        `PUT /api/manage/users/x HTTP/1.1\r\nHost: x\r\n${HTTPS}Content-Length: ${hidden().length}\r\n\r\n${hidden()}`,
      401,
    ],
    ["of a request that is too large", () => signIn("Content-Length: 900000\r\n", hidden()), 413],
    [
      "at an address that is none",
      () => `POST /api/none HTTP/1.1\r\nHost: x\r\n${HTTPS}Content-Length: ${hidden().length}\r\n\r\n${hidden()}`,
      404,
    ],
    [
      "that waits for its 100 and is refused",
      () => `${get("/api/none", `Content-Length: ${hidden().length}\r\nExpect: 100-continue\r\n`)}${hidden()}`,
      404,
    ],
    [
      "of an upgrade",
      () =>
        `${get("/healthz", `Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: ${hidden().length}\r\n`)}${hidden()}`,
      200,
    ],
    ["that is refused, followed by it", () => `hello\r\n\r\n${hidden()}`, 400],
  ] as const)("%s, is never executed", async (_, bytes, status) => {
    expect(statusesOf(await exchange(1, bytes()))).toEqual([status]);
  });
});

describe("pipelined requests", () => {
  it("are answered in order, the slow before the fast", async () => {
    const session = get("/api/session", `Authorization: Bearer ${admin}\r\n`);
    // As many as one sender may run at once.
    const all = Array.from({ length: 16 }, () => session + get("/healthz") + get("/api/none"));
    const answers = await exchange(48, all.join(""));
    expect(statusesOf(answers)).toEqual(all.flatMap(() => [200, 200, 404]));
    expect([...answers.matchAll(/"user_id":"000001"|"status":"ok"|NOT_FOUND/g)].map(String)).toEqual(
      all.flatMap(() => ['"user_id":"000001"', '"status":"ok"', "NOT_FOUND"]),
    );
  });

  it("are answered up to the first malformed one", async () => {
    const answers = await exchange(3, get("/healthz"), get("/api/none"), "broken\r\n\r\n", hidden());
    expect(statusesOf(answers)).toEqual([200, 404, 400]);
  });
});

describe("a request of a rare form", () => {
  it.each([
    ["HTTP/0.9", "GET /healthz\r\n\r\n", 400],
    ["HTTP/1.2", "GET /healthz HTTP/1.2\r\nHost: x\r\n\r\n", 400],
    ["HTTP/2 from its first bytes", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    [
      "HTTP/2 by upgrade",
      get("/healthz", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"),
      200,
    ],
    ["an upgrade to a websocket", get("/api/none", "Connection: Upgrade\r\nUpgrade: websocket\r\n"), 404],
    ["the whole address in the first line", get("http://evil.example/healthz"), 200],
    ["another scheme in the first line", get("file:///etc/passwd"), 404],
    ["an address without a slash", get("healthz"), 400],
    ["a star", `OPTIONS * HTTP/1.1\r\nHost: x\r\n${HTTPS}\r\n`, 404],
    ["TRACE", `TRACE /healthz HTTP/1.1\r\nHost: x\r\n${HTTPS}Cookie: secret\r\n\r\n`, 405],
    ["two Hosts", get("/healthz", "Host: y\r\n"), 400],
    ["the same Host twice", get("/healthz", "host: x\r\n"), 400],
    ["a NUL in a header", get("/healthz", "X: a\0b\r\n"), 400],
    ["a NUL in the address", get("/healthz\0"), 400],
    ["a space in the address", get("/health z"), 400],
    ["a header without a name", get("/healthz", ": x\r\n"), 400],
    ["a control character in a header's name", get("/healthz", "X\u0001: x\r\n"), 400],
    ["bytes above ASCII in a header", get("/healthz", "X: \u00e9\r\n"), 200],
    ["a folded header", get("/healthz", "X: a\r\n b\r\n"), 400],
    ["bare line feeds", get("/healthz").replaceAll("\r\n", "\n"), 400],
    ["an address of 40 KiB", get(`/${"x".repeat(40 * 1024)}`), 431],
    ["5,000 headers", get("/healthz", "a:b\r\n".repeat(5_000)), 200],
    ["20,000 headers", get("/healthz", "a:b\r\n".repeat(20_000)), 431],
    ["an empty line before it", `\r\n\r\n${get("/healthz")}`, 200],
  ])("%s gets the expected status", async (_, bytes, status) => {
    const answer = await exchange(1, Buffer.from(bytes, "latin1"));
    expect(statusesOf(answer)).toEqual([status]);
    if (status >= 400)
      expect(answer).toMatch(/\{"error":\{"code":"[A-Z_]+","message":"[^"]+","problems":\[\{.+\}\]\}\}$/);
    expect(answer).not.toContain("secret");
  });

  it("CONNECT opens no tunnel", async () => {
    const tunnel = `CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: x\r\n\r\n`;
    for (const rest of ["", hidden(), randomBytes(1024 * 1024)]) {
      const answer = await exchange(1, tunnel, rest);
      expect(statusesOf(answer)).toEqual([405]);
      expect(answer).toContain('{"error":{"code":"METHOD_NOT_ALLOWED","message":');
    }
    expect(statusesOf(await exchange(2, get("/healthz") + tunnel))).toEqual([200, 405]);
  });

  it("random bytes are refused or cut off", async () => {
    for (let i = 0; i < 20; i += 1) {
      const answer = await exchange(1, randomBytes(64 * 1024));
      expect(statusesOf(answer)).toEqual(answer === "" ? [] : [400]);
    }
  });

  it("TLS at the plain port fails at once", async () => {
    const socket = connectTls({
      port: Number(new URL(service.url).port),
      host: "127.0.0.1",
      rejectUnauthorized: false,
    });
    const [error] = await once(socket, "error");
    expect((error as NodeJS.ErrnoException).code).toMatch(/^ERR_SSL|ECONNRESET/);
  });
});

describe("a client that goes away or does not read", () => {
  it.each([
    ["a probe", () => get("/healthz"), 200],
    ["an address that is none", () => get("/api/none"), 404],
    ["a body that ends too soon", () => signIn("Content-Length: 100\r\n", "64\r\n{"), 400],
    ["a chunk that ends too soon", () => signIn("Transfer-Encoding: chunked\r\n", "64\r\n{"), 400],
  ])("and half-closes at once, is answered if the answer needs no wait: %s", async (_, bytes, status) => {
    expect(statusesOf(await exchange(0, bytes()))).toEqual([status]);
  });

  // Node closes such a connection, because it looks like that of a client that has gone.
  it("and half-closes at once, gets no answer if the database is waited for", async () => {
    const session = get("/api/session", `Authorization: Bearer ${admin}\r\n`);
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    try {
      expect(await exchange(0, session)).toBe("");
    } finally {
      await blocker.end();
    }
    expect(statusesOf(await exchange(1, session))).toEqual([200]);
  });

  it("cannot make the service buffer all unread answers", async () => {
    const departments = Array.from({ length: 1_000 }, (_, i) => ({ code: `D${i}`, name: `${i} ${"部".repeat(100)}` }));
    const master = { method: "PUT", token: admin, body: JSON.stringify({ departments }) };
    expect((await service.fetch("/api/manage/departments", master)).status).toBe(200);
    const before = residentMegabytes(service.child.pid as number);
    const sockets = Array.from({ length: 20 }, () => {
      const socket = open();
      socket.pause();
      // Each answer is created separately, with about 330 KB: 660 MB in all.
      socket.write(get("/api/manage/departments", `Authorization: Bearer ${admin}\r\n`).repeat(100));
      return socket;
    });
    // Waits until the memory stops growing, which takes longer on a busy machine.
    let most = before;
    for (let looks = 0, still = 0; looks < 240 && still < 12; looks += 1) {
      await sleep(250);
      const now = residentMegabytes(service.child.pid as number);
      still = now > most ? 0 : still + 1;
      most = Math.max(most, now);
    }
    const grown = most - before;
    expect((await service.fetch("/api/config")).status).toBe(200);
    process.stderr.write(`raw-sockets: 20 clients that read nothing of 100 answers each: ${grown} MB more\n`);
    expect(grown).toBeLessThan(300);
    for (const socket of sockets) socket.destroy();
  });

  it("does no harm when it resets its connection at any time", async () => {
    const requests = [
      get("/api/session", `Authorization: Bearer ${admin}\r\n`),
      signIn("Content-Length: 100\r\n", "{"),
      "GET /",
    ];
    for (let i = 0; i < 300; i += 1) {
      const socket = open();
      await once(socket, "connect");
      socket.write(requests[i % requests.length] as string);
      if (i % 2 === 0) await sleep(i % 5);
      socket.resetAndDestroy();
    }
  });
});
