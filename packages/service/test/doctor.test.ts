import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, describeUnless, type TestDatabase } from "@retrieval/contract";
import { inspectDatabase, migrateToLatest, openDatabase } from "@retrieval/postgres";
import pg from "pg";
import { createClient } from "redis";
import { freeSpace } from "../src/doctor/data-directory-findings.js";
import { doctor } from "../src/doctor/doctor.js";
import { insideFindings } from "../src/doctor/inside-findings.js";
import { settingsFindings } from "../src/doctor/settings-findings.js";
import { readSettings } from "../src/settings/settings.js";
import { createHardenedDatabase } from "./hardened-database.js";
import { PORTAL, PREVIOUS_SECRET, SECRET, startTestService } from "./harness.js";
import { makeCertificate } from "./process/certificate.js";
import { run, ServiceProcess } from "./process/service-process.js";
import { NO_REDIS, RedisServer } from "./redis-server.js";

const GOOD = { SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: PORTAL, TRUST_PROXY: "1", PORT: "0" };
const HIDDEN = [SECRET, PREVIOUS_SECRET, "hunter2"];

/** What is wrong, or to be noted, each with what to do about it. No text of it holds a secret. */
async function complaints(env: Record<string, string>): Promise<string[]> {
  const { findings, text, ok } = await doctor({ ...GOOD, ...env });
  for (const secret of HIDDEN) expect(text + JSON.stringify(findings)).not.toContain(secret);
  expect(ok).toBe(findings.every(({ state }) => state !== "wrong"));
  // Whether the pages are built here is another matter.
  const said = findings.filter(({ state, what }) => state !== "ok" && !what.startsWith("the pages"));
  return said.map(({ state, what, mend }) => `${state}: ${what} -> ${mend}`);
}

const withPart = (url: string, part: "username" | "password" | "pathname" | "port", value: string) => {
  const changed = new URL(url);
  changed[part] = value;
  return changed.href;
};

describe("the doctor, of the database", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const onServer = async (statement: string, url = database.url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };

  it("says of a refused password, an unknown database and a dead port what each is, of one server and of several", async () => {
    for (const [url, what] of [
      [
        withPart(database.url, "password", "hunter2"),
        /refuses the user or the password of DATABASE_URL \(28P01\) -> Set both/,
      ],
      [
        withPart(database.url, "pathname", "/nowhere"),
        /has no database of the name in DATABASE_URL \(3D000\) -> Correct/,
      ],
      [
        withPart(database.url, "port", "1"),
        /does not answer: nothing listens there \(ECONNREFUSED\) -> Check DATABASE_URL/,
      ],
      [
        "postgres://u:hunter2@database.invalid/x",
        /does not answer: the host's name (has no address|cannot be looked up now)/,
      ],
    ] as const) {
      expect(await complaints({ DATABASE_URL: url })).toEqual([
        expect.stringMatching(/^wrong: the database at \S+, port \d+, /),
      ]);
      expect((await complaints({ DATABASE_URL: url }))[0]).toMatch(what);
      const other = withPart(withPart(database.url, "port", "2"), "pathname", new URL(url).pathname);
      const several = await complaints({ DATABASE_URL: `${url},${other}` });
      expect(several[0]).toMatch(what);
      expect(several[0]).toMatch(/^wrong: the server \S+:\d+ /);
    }
  });

  it("says what it cannot even try, and ends at once", async () => {
    for (const [DATABASE_URL, what] of [
      [withPart(database.url, "password", ""), "asks for a password, and DATABASE_URL has none\n       -> Put"],
      [`${database.url}?sslmode=require`, "does not speak TLS, which DATABASE_URL asks for\n       -> Turn ssl on"],
      [
        `${database.url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`,
        "DATABASE_URL names the file /nowhere/ca.pem, and it is not there\n       -> Correct sslrootcert",
      ],
    ] as const) {
      const began = Date.now();
      const { code, stdout } = await run(["doctor"], { ...GOOD, DATABASE_URL });
      expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(what) });
      // The server itself would end the connection after 60 seconds.
      expect(Date.now() - began).toBeLessThan(45_000);
    }
  });

  it("ends where a server lets it in and then answers nothing, as a paused pooler does", async () => {
    // AuthenticationOk and ReadyForQuery (PostgreSQL 18, 54.7), and not a word more.
    const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
    const sockets: Socket[] = [];
    const paused = createSocketServer((socket) => {
      sockets.push(socket);
      socket.once("data", () => socket.write(welcome)).on("error", () => undefined);
    });
    await new Promise<void>((resolve) => paused.listen(0, "127.0.0.1", resolve));
    const { port } = paused.address() as AddressInfo;
    expect(await complaints({ DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${port}/x` })).toEqual([
      `wrong: the database at 127.0.0.1, port ${port}, lets us in, and then answers nothing -> Look whether a pooler before it is paused, or its machine stands still.`,
    ]);
    for (const socket of sockets) socket.destroy();
    paused.close();
  });

  it("says what it sees of the database also where other settings are wrong", async () => {
    const said = await complaints({ PORTAL_DOMAIN: "", DATABASE_URL: withPart(database.url, "port", "1") });
    expect(said).toEqual([
      expect.stringMatching(/^wrong: PORTAL_DOMAIN is required/),
      expect.stringContaining("nothing listens there"),
    ]);
  });

  it("says that migrations wait, that nobody is admin, and that a newer version was here", async () => {
    const empty = await createTestDatabase();
    try {
      expect(await complaints({ DATABASE_URL: empty.url })).toEqual([
        expect.stringMatching(/^note: migrations wait: 0001-first, .* -> Run retrieval migrate/),
        expect.stringMatching(/^note: there are no users yet -> Set ADMIN_USER_ID/),
      ]);
      const opened = await openDatabase({
        kind: "server",
        url: empty.url,
        poolSize: 1,
        onConnectionError: () => undefined,
      });
      await migrateToLatest(opened.db);
      await opened.close();
      expect(await complaints({ DATABASE_URL: empty.url })).toContainEqual(
        expect.stringMatching(/^wrong: there is no active admin -> Set ADMIN_USER_ID/),
      );
      await onServer("INSERT INTO migrations (name, timestamp) VALUES ('9999-later', '')", empty.url);
      expect(await complaints({ DATABASE_URL: empty.url })).toContainEqual(
        expect.stringMatching(/^wrong: The database is newer than this version .*9999-later.* -> Run the version/),
      );
    } finally {
      await empty.drop();
    }
  });

  it("says what a role may not do: come in, make tables, or use those that are there", async () => {
    const hardened = await createHardenedDatabase();
    const empty = await createTestDatabase();
    const as = (url: string) => withPart(withPart(url, "username", hardened.role), "password", "secret");
    try {
      await onServer("REVOKE CREATE ON SCHEMA public FROM public", empty.url);
      expect(await complaints({ DATABASE_URL: as(empty.url) })).toContainEqual(
        expect.stringMatching(
          /^wrong: migrations wait: .*; and the database role \w+ may not make tables -> Run retrieval migrate --harden/,
        ),
      );
      await onServer(`REVOKE ALL ON users, chunks FROM ${hardened.role}`, hardened.url);
      expect(await complaints({ DATABASE_URL: hardened.serviceUrl })).toEqual([
        expect.stringMatching(
          /^wrong: the database role \w+ may not read or write the tables chunks, users -> Run retrieval migrate --harden/,
        ),
      ]);
      const name = new URL(empty.url).pathname.slice(1);
      await onServer(`REVOKE CONNECT ON DATABASE ${name} FROM public`, empty.url);
      expect(await complaints({ DATABASE_URL: as(empty.url) })).toEqual([
        expect.stringMatching(/gives the role no right to connect to this database \(42501\) -> Run GRANT CONNECT/),
      ]);
      await onServer(`ALTER ROLE ${hardened.role} NOLOGIN`);
      expect(await complaints({ DATABASE_URL: hardened.serviceUrl })).toEqual([
        expect.stringMatching(/lets this user in from here in no way.*\(28000\) -> Make the role with LOGIN/),
      ]);
    } finally {
      await empty.drop();
      await hardened.drop();
    }
  });

  it("says that the clocks differ, and that the pool asks for more connections than there are", async () => {
    const settings = { kind: "server" as const, url: database.url, poolSize: 1_000 };
    const opened = await openDatabase({ ...settings, onConnectionError: () => undefined });
    try {
      const facts = await inspectDatabase(opened);
      const said = await insideFindings(opened, facts, { settings, here: facts.now + 90_000 });
      expect(said).toContainEqual({
        state: "wrong",
        what: "this machine's clock and the database's differ by 90 seconds",
        mend: expect.stringContaining("NTP"),
      });
      expect(said).toContainEqual({
        state: "wrong",
        what: `DATABASE_POOL_SIZE is 1000, and the server takes ${facts.maxConnections} connections from everybody`,
        mend: expect.stringContaining("Lower DATABASE_POOL_SIZE"),
      });
    } finally {
      await opened.close();
    }
  });
});

describe("the doctor, of the machine", () => {
  // Where nothing answers, so that there is one complaint of it.
  const nobody = { DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x" };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-doctor-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const others = async (env: Record<string, string>) =>
    (await complaints({ ...nobody, ...env })).filter((line) => !line.includes("nothing listens there"));

  it("makes no embedded database where there is none, and says what is wrong with its folder", async () => {
    const of = (DATA_DIR: string) => complaints({ DATABASE_URL: "embedded", DATA_DIR });
    const absent = join(folder, "absent");
    expect(await of(absent)).toEqual([
      expect.stringMatching(/^note: DATA_DIR .*absent does not exist yet/),
      expect.stringMatching(/^note: there is no embedded database yet/),
    ]);
    expect(existsSync(absent)).toBe(false);
    const open = join(folder, "open");
    await mkdir(open);
    await chmod(open, 0o755);
    expect(await of(open)).toContainEqual(
      `wrong: DATA_DIR ${open} is open to others (mode 755), and the service refuses it -> Run chmod 700 ${open}`,
    );
    const file = join(folder, "file");
    await writeFile(file, "");
    expect(await of(file)).toContainEqual(`wrong: DATA_DIR ${file} is a file -> Set DATA_DIR to a folder.`);
    await chmod(open, 0o700);
    const { findings } = await doctor({ ...GOOD, DATABASE_URL: "embedded", DATA_DIR: open });
    expect(findings).toContainEqual({ state: "ok", what: `DATA_DIR ${open} is for its owner alone` });
    expect(findings.map(({ what }) => what).join("\n")).toMatch(/\d of [\d.]+ GiB are free under DATA_DIR/);
  });

  it("lets a service that runs on the embedded database be, and says what it could not look at", async () => {
    const DATA_DIR = join(folder, "used");
    const service = await ServiceProcess.serve("embedded", {
      DATA_DIR,
      ADMIN_USER_ID: "000001",
      ADMIN_DISPLAY_NAME: "管理者",
    });
    try {
      const { port: PORT } = new URL(service.url);
      const env = { ...GOOD, DATABASE_URL: "embedded", DATA_DIR, TRUST_PROXY: "loopback" };
      const { code, stdout } = await run(["doctor"], { ...env, PORT });
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringMatching(
          /^note {3}the embedded database is in use by the running service; its tables were not looked at$/m,
        ),
      });
      expect(stdout).toContain(`a service runs at HOST 127.0.0.1, PORT ${PORT}`);
      // Elsewhere than where it answers, a start would fail.
      expect(await complaints(env)).toContainEqual(
        expect.stringMatching(
          /^wrong: the embedded database is in use by another process \(its id there: \d+\), and no service answers/,
        ),
      );
      // Where nobody can say where it should answer, that is told apart from what is wrong.
      expect(await complaints({ ...env, PORTAL_DOMAIN: "" })).toContainEqual(
        expect.stringMatching(/^note: the embedded database is in use by another process .* were not looked at ->/),
      );
      for (const other of [join(folder, "another"), folder])
        expect(await complaints({ ...env, PORT, DATA_DIR: other })).toContainEqual(
          `wrong: another service has HOST 127.0.0.1, PORT ${PORT}: it does not use DATA_DIR ${other} -> Set PORT to another one, or DATA_DIR to the one that the service uses.`,
        );
    } finally {
      await service.end("SIGTERM");
    }
  });

  it("says of a missing setting that it is to be set, and of a wrong one that it is to be corrected", async () => {
    const said = await complaints({ SSO_SHARED_SECRET: "", PORT: "many", ADMIN_USER_ID: "000001", ...nobody });
    expect(said.slice(0, 3)).toEqual([
      expect.stringMatching(/^wrong: SSO_SHARED_SECRET is required: .* -> Set it in/),
      expect.stringMatching(/^wrong: PORT must be a whole number .* -> Correct it in/),
      expect.stringMatching(/^wrong: ADMIN_USER_ID and ADMIN_DISPLAY_NAME .* is not set -> Set it in/),
    ]);
  });

  it("says how full a disk is, and when that stops the database", () => {
    const gib = 1024 ** 3;
    const of = (free: number) => freeSpace("/data", { free: free * gib, total: 100 * gib });
    expect(of(50)).toEqual({ state: "ok", what: "50.0 of 100.0 GiB are free under DATA_DIR /data" });
    expect(of(0.5)).toMatchObject({ state: "note", what: expect.stringContaining("nearly full: 0.5 of 100.0 GiB") });
    expect(of(0.01)).toMatchObject({ state: "wrong", mend: expect.stringContaining("Make room") });
  });

  it("says whether another program has the port, and takes a running service for what it is", async () => {
    const stranger = createServer((_req, res) => res.end("hello"));
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const PORT = String((stranger.address() as AddressInfo).port);
    expect(await others({ PORT })).toEqual([
      `wrong: something else than this service listens at HOST 127.0.0.1, PORT ${PORT} -> End that program, or set PORT to another one. \`ss -ltnp\` names it.`,
    ]);
    stranger.close();
    // One that says a little now and then is never silent.
    const slow = createServer((_req, res) => {
      const saying = setInterval(() => res.write("x"), 200);
      res.on("close", () => clearInterval(saying));
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const began = performance.now();
    const { port: slowPort } = slow.address() as AddressInfo;
    expect(await others({ PORT: String(slowPort) })).toEqual([expect.stringMatching(/^wrong: something else than/)]);
    expect(performance.now() - began).toBeLessThan(10_000);
    slow.close();
    const service = await startTestService();
    const { port } = new URL(service.url);
    const { findings } = await doctor({ ...GOOD, ...nobody, PORT: port });
    expect(findings).toContainEqual({ state: "ok", what: `a service runs at HOST 127.0.0.1, PORT ${port}` });
    await service.close();
    const METRICS_TOKEN = "0123456789abcdef";
    expect(await others({ HOST: "192.0.2.1", PORT: "3000", METRICS_TOKEN })).toEqual([
      expect.stringMatching(
        /cannot listen at HOST 192.0.2.1, PORT 3000: this machine does not have that address .* -> Set HOST/,
      ),
    ]);
  });

  it("notes /metrics that is open to other machines, and what is left of a rotation", async () => {
    for (const HOST of ["127.0.0.1", "::1", "localhost"]) expect(await others({ HOST })).toEqual([]);
    expect(await others({ HOST: "0.0.0.0" })).toEqual([
      expect.stringMatching(
        /^note: \/metrics is open to everybody who reaches 0.0.0.0: METRICS_TOKEN is not set.* -> Set METRICS_TOKEN/,
      ),
    ]);
    expect(await others({ HOST: "0.0.0.0", METRICS_TOKEN: "0123456789abcdef" })).toEqual([]);
    expect(await others({ SSO_SHARED_SECRET_PREVIOUS: PREVIOUS_SECRET })).toEqual([
      expect.stringMatching(
        // Session tokens were signed under it as well.
        /^note: a previous shared secret is still accepted -> Unset SSO_SHARED_SECRET_PREVIOUS once retrieval_secret_uses_total\{secret="previous"\} at/,
      ),
    ]);
  });

  it("says when a certificate ends, and that one that has ended is refused", async () => {
    const { cert, key } = await makeCertificate(folder, "own");
    const settings = readSettings({ ...GOOD, ...nobody, TLS_CERT_FILE: cert, TLS_KEY_FILE: key });
    const at = (days: number) => settingsFindings(settings, Date.now() + days * 24 * 3600 * 1000);
    expect(at(1)).toContainEqual({ state: "ok", what: "HTTPS by the service's own certificate" });
    expect(at(360)).toContainEqual({
      state: "note",
      what: expect.stringContaining("TLS_CERT_FILE ends on"),
      mend: expect.stringContaining("Renew it"),
    });
    for (const [days, what] of [
      [366, "TLS_CERT_FILE ended on"],
      [-2, "TLS_CERT_FILE is not valid before"],
    ] as const)
      expect(at(days)).toContainEqual({
        state: "wrong",
        what: expect.stringContaining(what),
        mend: expect.any(String),
      });
    const other = await makeCertificate(folder, "other");
    expect(await others({ TLS_CERT_FILE: cert, TLS_KEY_FILE: other.key })).toEqual([
      expect.stringMatching(/^wrong: TLS_KEY_FILE is not the key of the certificate in TLS_CERT_FILE/),
    ]);
  });

  it("says that nobody answers at REDIS_URL", async () => {
    expect(await complaints({ ...nobody, REDIS_URL: "redis://:hunter2@127.0.0.1:1" })).toContainEqual(
      expect.stringMatching(
        /^wrong: Redis at 127.0.0.1, port 1, does not answer: nothing listens there .* -> Check REDIS_URL/,
      ),
    );
  });

  describeUnless(NO_REDIS ?? undefined, "with a Redis", () => {
    let redis: RedisServer;
    beforeAll(async () => {
      redis = await RedisServer.start();
    });
    afterEach(() => redis.goOn());
    afterAll(() => redis.remove());

    it("says that it answers, that it refuses a password, and that it hangs", async () => {
      const at = (REDIS_URL: string) => doctor({ ...GOOD, ...nobody, REDIS_URL });
      const { findings } = await at(redis.url);
      expect(findings.at(-1)).toEqual({
        state: "ok",
        what: `Redis at 127.0.0.1, port ${redis.port}, answers; rate limits are counted there`,
      });
      const client = createClient({ url: redis.url });
      await client.connect();
      await client.sendCommand(["CONFIG", "SET", "requirepass", "hunter2"]);
      client.destroy();
      const refused = "refuses the user or the password";
      expect((await at(redis.url)).findings.at(-1)?.what).toContain(refused);
      const wrongOne = redis.url.replace("//", "//:another@");
      expect((await at(wrongOne)).findings.at(-1)?.what).toContain(refused);
      redis.hang();
      const right = redis.url.replace("//", "//:hunter2@");
      expect((await at(right)).findings.at(-1)).toMatchObject({
        state: "wrong",
        what: expect.stringContaining("does not answer"),
      });
      redis.goOn();
      expect((await at(right)).findings.at(-1)?.state).toBe("ok");
    });
  });
});
