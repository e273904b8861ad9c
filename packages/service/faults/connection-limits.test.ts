import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { makeCertificate } from "@retrieval/contract";
import { type ConnectionLimits, createServer } from "@retrieval/http";
import express from "express";
import { pino } from "pino";
import { type Listening, listen } from "../src/process/listen.js";

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const SLOW_BODY = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n";
/** The limit of an unread answer. Node's own socket limit takes up to twice as long. */
const UNREAD_FOR = 8_000;
const MB = 1024 * 1024;
/** Written at once, and far more than the system buffers. */
const HUGE = 64 * MB;

/** Each test shortens one limit, so that no other ends the connection first. */
describe("a connection", () => {
  const sockets: Socket[] = [];
  /** The service's side of the connections that sent a request. */
  const asked: Socket[] = [];
  let listening: Listening | undefined;
  let certificate: { cert: string; key: string };
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "retrieval-tls-"));
    const { cert, key } = await makeCertificate(folder, "own");
    certificate = { cert: await readFile(cert, "utf8"), key: await readFile(key, "utf8") };
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    asked.splice(0);
    await listening?.finish();
  });

  async function opened(
    limits: Partial<ConnectionLimits>,
    sent = "",
    tls: typeof certificate | null = null,
  ): Promise<{ socket: Socket; received: () => string; closed: () => Promise<number> }> {
    const app = express();
    app.use((req, _res, next) => {
      asked.push(req.socket);
      next();
    });
    app.post("/echo", express.text({ limit: "1mb" }), (req, res) => void res.send(req.body));
    app.get("/short", (_req, res) => void res.send("short"));
    app.get("/long", (_req, res) => void res.send("x".repeat(512 * 1024)));
    app.get("/huge", (_req, res) => void res.end(Buffer.alloc(HUGE)));
    app.get("/waits", () => undefined);
    const server = createServer(app, { tls, limits: { connectionsCheckingInterval: 100, ...limits } });
    listening = await listen(server, { HOST: "127.0.0.1", PORT: 0 }, pino({ level: "silent" }));
    const socket = connect(listening.port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => undefined);
    await once(socket, "connect");
    const began = performance.now();
    let text = "";
    const closed = new Promise<number>((resolve) => socket.once("close", () => resolve(performance.now() - began)));
    return {
      socket,
      received: () => text,
      /** Sends, reads, and waits for the end. */
      closed: () => {
        socket.on("data", (data) => {
          text += data;
        });
        socket.write(sent);
        return closed;
      },
    };
  }

  it("that sends nothing is closed", async () => {
    const { closed } = await opened({ headersTimeout: 500 });
    expect(await closed()).toBeGreaterThan(400);
  });

  it("that sends its headers slowly gets 408 and is closed", async () => {
    const { closed, received } = await opened({ headersTimeout: 500 }, "GET / HTTP/1.1\r\nX: ");
    await closed();
    expect(received()).toMatch(/^HTTP\/1\.1 408 .*The request did not arrive in time/s);
  });

  it("that sends its body slowly gets 408 and is closed", async () => {
    const { socket, closed, received } = await opened({ headersTimeout: 500, requestTimeout: 1_000 }, SLOW_BODY);
    const dripping = setInterval(() => socket.writable && socket.write("x"), 50);
    expect(await closed()).toBeGreaterThan(900);
    clearInterval(dripping);
    expect(received()).toMatch(/^HTTP\/1\.1 408 .*The request did not arrive in time/s);
  });

  it("that sends no further request is closed", async () => {
    const { closed, received } = await opened({ keepAliveTimeout: 500 }, GET("/short"));
    await closed();
    expect(received()).toContain("short");
  });

  it("that never begins its TLS handshake is closed", async () => {
    const { closed } = await opened({ handshakeTimeout: 500 }, "", certificate);
    expect(await closed()).toBeGreaterThan(400);
  });

  it("that is silent in both directions during a request is closed", async () => {
    const { closed, received } = await opened({ silentFor: 1_000 }, GET("/waits"));
    expect(await closed()).toBeGreaterThan(900);
    expect(received()).toBe("");
  });

  it("whose answers are never read is closed within its limit", async () => {
    const { socket } = await opened({ unreadFor: UNREAD_FOR });
    socket.pause();
    socket.write(GET("/long").repeat(200));
    const began = performance.now();
    while (asked.length === 0) await sleep(10);
    await once(asked[0] as Socket, "close");
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(UNREAD_FOR);
    expect(took).toBeLessThan(UNREAD_FOR * 1.9);
  });

  it.each(["http", "https"])("whose answer is read slowly stays open, over %s", async (scheme) => {
    const { socket } = await opened(
      { silentFor: 3_000, unreadFor: 3_000 },
      "",
      scheme === "https" ? certificate : null,
    );
    const reader = scheme === "https" ? connectTls({ socket, rejectUnauthorized: false }) : socket;
    reader.on("error", () => undefined);
    reader.write(GET("/huge"));
    let read = 0;
    let pauseAt = 0;
    reader.on("data", async (data: Buffer) => {
      read += data.length;
      if (read < pauseAt) return;
      pauseAt = read + 4 * MB;
      reader.pause();
      await sleep(500);
      reader.resume();
    });
    const closed = once(socket, "close");
    while (read < HUGE && !socket.closed) await Promise.race([sleep(100), closed]);
    expect(read).toBeGreaterThan(HUGE);
  });
});
