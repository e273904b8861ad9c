import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, makeCertificate, startPostgresServer, type TestDatabase } from "@retrieval/contract";
import pg from "pg";
import { ServiceProcess } from "../test/process/service-process.js";
import { LONG_DOWNLOAD, publishLongDownload } from "./long-download.js";

/** Far shorter than the limits of an open request and an idle connection; most of it is for a busy machine. */
const AT_ONCE = 10_000;
/** Sixty transactions: none of these tests is over before the service stops, or its database. */
const IMPORTED = 6_000;
const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" };

/** The log message about requests that it no longer waits for. */
const CUT_OFF = "requests that did not end in time are cut off";
/** Expects 100 Continue; with it the service has begun the request. */
const WANTED = "Expect: 100-continue";
const WANTS = "HTTP/1.1 100 Continue";

/** Stops the service like a process manager. @returns its exit code and the time in milliseconds */
async function stop(service: ServiceProcess): Promise<{ code: number | null; took: number }> {
  const begun = performance.now();
  const code = await service.end("SIGTERM");
  return { code, took: performance.now() - begun };
}

/** Sends a CSV with this many users and applies it. @returns the status, once the service answers */
async function applyImport(service: ServiceProcess, token: string, users: number): Promise<number> {
  const lines = Array.from(
    { length: users },
    (_, i) => `p${String(i).padStart(6, "0")},人 ${i},総務部,p${i}@aoba.example`,
  );
  const response = await service.fetch("/api/manage/imports", {
    method: "POST",
    token,
    headers: { "Content-Type": "text/csv", "If-Match": "*" },
    body: ["社員番号,氏名,部署,メールアドレス", ...lines].join("\r\n"),
  });
  return response.status;
}

/** Waits until a transaction on this database has the turn of changes to users. */
async function untilUsersChange(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const working = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 1381258073 AND objid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  while ((await client.query(working)).rowCount === 0) await sleep(5);
  await client.end();
}

describe("a service that is told to stop", () => {
  let database: TestDatabase;
  let service: ServiceProcess | undefined;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await service?.end("SIGKILL");
  });
  afterAll(() => database.drop());

  /** A connection that has sent these bytes and collects what it receives. */
  async function connected(to: ServiceProcess, sent = ""): Promise<{ socket: Socket; received: () => string }> {
    const socket = connect(Number(new URL(to.url).port), "127.0.0.1");
    sockets.push(socket);
    let text = "";
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(sent);
    return { socket, received: () => text };
  }

  it("closes connections at once that are silent or have not finished their headers", async () => {
    service = await ServiceProcess.serve(database.url, ADMIN);
    const idle = [
      await connected(service),
      await connected(service, "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: "),
      // An answered request that keeps its connection.
      await connected(service, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"),
    ];
    while (!idle[2]?.received().includes("200 OK")) await sleep(10);
    const { code, took } = await stop(service);
    expect(code).toBe(0);
    expect(took).toBeLessThan(AT_ONCE);
    expect(service.log).not.toContain(CUT_OFF);
  });

  it("stops in order where npx or a supervisor signals it twice", async () => {
    service = await ServiceProcess.serve(database.url, { ...ADMIN, DRAIN_SECONDS: "1" });
    const ended = service.end("SIGTERM");
    await service.logged("stopping");
    expect(await Promise.all([service.end("SIGTERM"), ended])).toEqual([0, 0]);
    expect(service.log).toContain('"stopped"');
  });

  it("closes each connection with its next answer while it drains", async () => {
    service = await ServiceProcess.serve(database.url, { ...ADMIN, DRAIN_SECONDS: "6" });
    const { socket, received } = await connected(service, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    while (!received().includes("200 OK")) await sleep(10);
    expect(received()).toContain("Connection: keep-alive");
    const ended = service.end("SIGTERM");
    await service.logged("stopping");
    const closed = once(socket, "close");
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await closed;
    expect(received().split("HTTP/1.1 ").slice(1)).toEqual([
      expect.stringMatching(/^200 OK/),
      expect.stringMatching(/^200 OK.*Connection: close/s),
    ]);
    expect((await service.fetch("/readyz")).status).toBe(503);
    expect(await ended).toBe(0);
  });

  it("closes connections under TLS too, before and after the handshake", async () => {
    const folder = await mkdtemp(join(tmpdir(), "retrieval-tls-"));
    const { cert, key } = await makeCertificate(folder, "own");
    service = await ServiceProcess.serve(database.url, {
      ...ADMIN,
      TRUST_PROXY: "",
      TLS_CERT_FILE: cert,
      TLS_KEY_FILE: key,
    });
    await connected(service);
    const encrypted = connectTls({
      port: Number(new URL(service.url).port),
      host: "127.0.0.1",
      rejectUnauthorized: false,
    });
    encrypted.on("error", () => undefined);
    sockets.push(encrypted);
    await once(encrypted, "secureConnect");
    encrypted.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(String((await once(encrypted, "data"))[0])).toContain("200 OK");
    const { code, took } = await stop(service);
    expect(code).toBe(0);
    expect(took).toBeLessThan(AT_ONCE);
    expect(service.log).not.toContain(CUT_OFF);
    await rm(folder, { recursive: true });
  });

  it("finishes a request whose body is still being sent, and announces the end of the connection", async () => {
    service = await ServiceProcess.serve(database.url, ADMIN);
    const token = await service.signIn("000001");
    const body = JSON.stringify({ users: [{ user_id: "slow", display_name: "遅い人" }] });
    const head = [
      "POST /api/manage/users/bulk HTTP/1.1",
      "Host: a",
      "X-Forwarded-Proto: https",
      "Content-Type: application/json",
      `Authorization: Bearer ${token}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      WANTED,
    ].join("\r\n");
    const { socket, received } = await connected(service, `${head}\r\n\r\n${body.slice(0, 10)}`);
    while (!received().includes(WANTS)) await sleep(10);
    const stopping = stop(service);
    await service.logged("stopping");
    // By now it has closed all idle connections.
    await sleep(300);
    socket.write(body.slice(10));
    const { code, took } = await stopping;
    expect(code).toBe(0);
    expect(took).toBeLessThan(AT_ONCE);
    expect(service.log).not.toContain(CUT_OFF);
    expect(received()).toContain("HTTP/1.1 200 OK");
    expect(received()).toMatch(/^Connection: close$/im);
    expect(received()).toContain('"created":1');
  });

  it("cuts off a request that never ends after 15 seconds, and still ends with 0", async () => {
    service = await ServiceProcess.serve(database.url, ADMIN);
    const token = await service.signIn("000001");
    const head = `POST /api/manage/users/bulk HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: https\r\nAuthorization: Bearer ${token}`;
    const announced = `${head}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n${WANTED}\r\n\r\n{`;
    const { received } = await connected(service, announced);
    while (!received().includes(WANTS)) await sleep(10);
    const { code, took } = await stop(service);
    expect(code).toBe(0);
    expect(took).toBeGreaterThan(14_000);
    expect(took).toBeLessThan(15_000 + AT_ONCE);
    expect(service.log).toContain(CUT_OFF);
  });

  it("ends the import under way, and answers it", async () => {
    service = await ServiceProcess.serve(database.url, ADMIN);
    const token = await service.signIn("000001");
    const answer = applyImport(service, token, IMPORTED);
    await untilUsersChange(database.url);
    const { code } = await stop(service);
    expect(code).toBe(0);
    expect(await answer).toBe(200);
  });
});

describe("a service that is told to stop during a download", () => {
  let database: TestDatabase;
  let service: ServiceProcess | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => void (await service?.end("SIGKILL")));
  afterAll(() => database.drop());

  /** A download that has begun and is not read yet. */
  async function begun(from: ServiceProcess, token: string): Promise<IncomingMessage> {
    const headers = { Authorization: `Bearer ${token}`, "X-Forwarded-Proto": "https" };
    const sent = get(from.url + LONG_DOWNLOAD.path, { headers, agent: false });
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.on("error", () => undefined);
    return response;
  }

  async function read(response: IncomingMessage): Promise<{ status: number; bytes: number; complete: boolean }> {
    let bytes = 0;
    response.on("data", (part: Buffer) => {
      bytes += part.length;
    });
    if (!response.closed) await new Promise((resolve) => response.once("close", resolve));
    return { status: response.statusCode ?? 0, bytes, complete: response.complete };
  }

  const WHOLE = { status: 200, bytes: LONG_DOWNLOAD.bytes, complete: true };

  it("sends the whole of a running download, and of one that begins while it drains", async () => {
    service = await ServiceProcess.serve(database.url, { ...ADMIN, DRAIN_SECONDS: "4" });
    const { url } = service;
    const token = await service.signIn("000001");
    await publishLongDownload(service, token);
    const running = await begun(service, token);
    const ended = service.end("SIGTERM");
    while (!service.log.includes("stopping")) await sleep(10);
    expect((await service.fetch("/readyz")).status).toBe(503);
    expect(await read(await begun(service, token))).toEqual(WHOLE);
    // The drain is over when no connection is accepted.
    while (
      await fetch(`${url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      await sleep(50);
    expect(await read(running)).toEqual(WHOLE);
    expect(await ended).toBe(0);
    expect(service.log).not.toContain("cut off");
  });

  it("visibly breaks off a download that is not read in time, and ends with 0", async () => {
    service = await ServiceProcess.serve(database.url, ADMIN);
    const token = await service.signIn("000001");
    await publishLongDownload(service, token);
    const running = await begun(service, token);
    const { code, took } = await stop(service);
    expect(code).toBe(0);
    expect(took).toBeGreaterThan(14_000);
    expect(service.log).toContain("requests that did not end in time are cut off");
    expect(service.log).not.toContain('"level":50');
    const { bytes, complete } = await read(running);
    expect(complete).toBe(false);
    expect(bytes).toBeLessThan(LONG_DOWNLOAD.bytes);
  });
});

describe("a service whose database goes away while it applies an import", () => {
  it("answers 503, and applies the file when the database is back", async () => {
    const server = await startPostgresServer();
    const database = await createTestDatabase(server.url);
    const service = await ServiceProcess.serve(database.url, ADMIN);
    try {
      const token = await service.signIn("000001");
      const answer = applyImport(service, token, IMPORTED);
      await untilUsersChange(database.url);
      await server.kill9();
      expect(await answer).toBe(503);
      await server.restart();
      while (!(await service.fetch("/readyz")).ok) await sleep(50);
      expect(await applyImport(service, token, IMPORTED)).toBe(200);
      expect(service.log).not.toContain('"stack"');
    } finally {
      await service.end("SIGKILL");
      await server.stop();
    }
  });
});
