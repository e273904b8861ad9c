import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { describeUnless, makeCertificate } from "@retrieval/contract";
import { createClient } from "redis";
import { freeSpace } from "../src/doctor/data-directory-findings.js";
import { doctor } from "../src/doctor/doctor.js";
import { nodeVersion } from "../src/doctor/installation-findings.js";
import { proxyFindings } from "../src/doctor/proxy-findings.js";
import { settingsFindings } from "../src/doctor/settings-findings.js";
import { readSettings } from "../src/settings/settings.js";
import { PREVIOUS_SECRET, startTestService } from "../test/harness.js";
import { run, ServiceProcess } from "../test/process/service-process.js";
import { NO_REDIS, RedisServer } from "../test/redis-server.js";
import { complaints, GOOD } from "./complaints.js";

describe("the doctor's findings about the machine", () => {
  // Nothing answers there, which is one finding.
  const unreachable = { DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x" };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-doctor-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const others = async (env: Record<string, string>) =>
    (await complaints({ ...unreachable, ...env })).filter((line) => !line.includes("nothing listens there"));

  it("explain problems of the embedded database's folder, without creating a database", async () => {
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
      `wrong: DATA_DIR ${open} is open to others (mode 755), so the service refuses it -> Run chmod 700 ${open}`,
    );
    const file = join(folder, "file");
    await writeFile(file, "");
    expect(await of(file)).toContainEqual(`wrong: DATA_DIR ${file} is a file -> Set DATA_DIR to a folder.`);
    await chmod(open, 0o700);
    const { findings } = await doctor({ ...GOOD, DATABASE_URL: "embedded", DATA_DIR: open });
    expect(findings).toContainEqual({ state: "ok", what: `only its owner can access DATA_DIR ${open}` });
    expect(findings.map(({ what }) => what).join("\n")).toMatch(/\d of [\d.]+ GiB are free under DATA_DIR/);
  });

  it("say what could not be checked while a service runs on the embedded database", async () => {
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
          /^note {3}the embedded database is in use by process \d+; its tables were not checked$/m,
        ),
      });
      expect(stdout).toContain(`a service runs at HOST 127.0.0.1, PORT ${PORT}`);
      // At another address than the running service's, a start would fail.
      expect(await complaints(env)).toContainEqual(
        expect.stringMatching(
          /^wrong: the embedded database is in use by process \d+, and no service answers at HOST and PORT -> If it is starting, run this again/,
        ),
      );
      // With invalid settings HOST and PORT are unknown, so the finding is only a note.
      expect(await complaints({ ...env, PORTAL_DOMAIN: "" })).toContainEqual(
        expect.stringMatching(/^note: the embedded database is in use by process \d+; its tables were not checked ->/),
      );
      for (const other of [join(folder, "another"), folder])
        expect(await complaints({ ...env, PORT, DATA_DIR: other })).toContainEqual(
          `wrong: another service has HOST 127.0.0.1, PORT ${PORT}: it does not use DATA_DIR ${other} -> Set another PORT, or set DATA_DIR to that service's folder.`,
        );
    } finally {
      await service.end("SIGTERM");
    }
  });

  it("ask to set a missing setting, and to correct a wrong one", async () => {
    const said = await complaints({ SSO_SHARED_SECRET: "", PORT: "many", ADMIN_USER_ID: "000001", ...unreachable });
    expect(said.slice(0, 3)).toEqual([
      expect.stringMatching(/^wrong: SSO_SHARED_SECRET is required: .* -> Set it in/),
      expect.stringMatching(/^wrong: PORT must be a whole number .* -> Correct it in/),
      expect.stringMatching(/^wrong: ADMIN_DISPLAY_NAME is required beside ADMIN_USER_ID: .* -> Set it in/),
    ]);
  });

  it("report how full a disk is, and when that stops the database", () => {
    const gib = 1024 ** 3;
    const of = (free: number) => freeSpace("/data", { free: free * gib, total: 100 * gib });
    expect(of(50)).toEqual({ state: "ok", what: "50.0 of 100.0 GiB are free under DATA_DIR /data" });
    expect(of(0.5)).toMatchObject({ state: "note", what: expect.stringContaining("nearly full: 0.5 of 100.0 GiB") });
    expect(of(0.01)).toMatchObject({ state: "wrong", mend: expect.stringContaining("Free space") });
  });

  it("report another program at the port, and recognise a running service", async () => {
    const stranger = createServer((_req, res) => res.end("hello"));
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const PORT = String((stranger.address() as AddressInfo).port);
    expect(await others({ PORT })).toEqual([
      `wrong: another program listens at HOST 127.0.0.1, PORT ${PORT} -> End that program (\`ss -ltnp\` shows it), or set another PORT.`,
    ]);
    stranger.close();
    // A program that sends a little now and then is never silent.
    const slow = createServer((_req, res) => {
      const saying = setInterval(() => res.write("x"), 200);
      res.on("close", () => clearInterval(saying));
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const began = performance.now();
    const { port: slowPort } = slow.address() as AddressInfo;
    expect(await others({ PORT: String(slowPort) })).toEqual([expect.stringMatching(/^wrong: another program/)]);
    expect(performance.now() - began).toBeLessThan(10_000);
    slow.close();
    const service = await startTestService();
    const { port } = new URL(service.url);
    const { findings } = await doctor({ ...GOOD, ...unreachable, PORT: port });
    expect(findings).toContainEqual({ state: "ok", what: `a service runs at HOST 127.0.0.1, PORT ${port}` });
    await service.close();
    expect(await others({ HOST: "192.0.2.1", PORT: "3000", TRUST_PROXY: "192.0.2.2" })).toEqual([
      expect.stringMatching(
        /cannot listen at HOST 192.0.2.1, PORT 3000: this machine does not have that address .* -> Set HOST/,
      ),
    ]);
  });

  it("say who may read /metrics", async () => {
    const said = async (env: Record<string, string>) => {
      const { findings } = await doctor({ ...GOOD, ...unreachable, ...env });
      return findings.filter(({ what }) => what.startsWith("/metrics"));
    };
    const METRICS_TOKEN = "0123456789abcdef";
    for (const [env, what] of [
      [{ METRICS_TOKEN }, "/metrics needs the token of METRICS_TOKEN"],
      [{}, expect.stringMatching(/^\/metrics is closed \(404\): TRUST_PROXY is set without METRICS_TOKEN/)],
      [{ TRUST_PROXY: "" }, expect.stringMatching(/^\/metrics answers direct calls from this machine only/)],
    ] as const)
      expect(await said(env)).toEqual([{ state: "ok", what }]);
  });

  it("note a way around the proxy of TRUST_PROXY", async () => {
    const { cert, key } = await makeCertificate(folder, "proxied");
    for (const env of [
      ...["", "1", "loopback"].map((TRUST_PROXY) => ({ TRUST_PROXY })),
      { TRUST_PROXY: "10.0.0.0/8", HOST: "0.0.0.0" },
    ])
      expect(proxyFindings(readSettings({ ...GOOD, ...unreachable, ...env }))).toEqual([]);
    expect(await others({ TRUST_PROXY: "1", HOST: "0.0.0.0" })).toEqual([
      expect.stringMatching(
        /^note: TRUST_PROXY 1 trusts every client that reaches HOST 0.0.0.0, PORT 0: .* -> Let only the proxy/,
      ),
    ]);
    expect(await others({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key })).toEqual([
      expect.stringMatching(
        /^note: TRUST_PROXY is set, and the service has its own certificate.* -> Unset TRUST_PROXY/,
      ),
    ]);
  });

  it("note a Node without security fixes, and an untested one", () => {
    for (const version of ["22.12.0", "24.1.0", "26.0.0"])
      expect(nodeVersion(version)).toEqual({ state: "ok", what: `Node ${version}` });
    for (const [version, what] of [
      ["20.19.0", "Node 20.19.0 works, but no longer gets security fixes"],
      ["23.1.0", "Node 23.1.0 is not a tested version"],
      ["28.0.0", "Node 28.0.0 is not a tested version"],
    ] as const)
      expect(nodeVersion(version)).toEqual({ state: "note", what, mend: "Use Node 22, 24 or 26." });
  });

  it("note an unknown name, even if settings are wrong", async () => {
    const mistyped = { SSO_TIMESTAMP_TOLERENCE: "60" };
    const said =
      "note: SSO_TIMESTAMP_TOLERENCE is not a setting of this service and has no effect; the nearest name is SSO_TIMESTAMP_TOLERANCE -> Rename it or unset it.";
    expect(await others(mistyped)).toEqual([said]);
    expect(await others({ ...mistyped, PORT: "many" })).toContain(said);
  });

  it("note the remains of a rotation", async () => {
    expect(await others({ SSO_SHARED_SECRET_PREVIOUS: PREVIOUS_SECRET })).toEqual([
      expect.stringMatching(
        // It signed session tokens too.
        /^note: a previous shared secret is still accepted -> Unset SSO_SHARED_SECRET_PREVIOUS once retrieval_secret_uses_total\{secret="previous"\} at/,
      ),
    ]);
  });

  it("report when a certificate expires, and that browsers refuse an expired one", async () => {
    const { cert, key } = await makeCertificate(folder, "own");
    const settings = readSettings({ ...GOOD, ...unreachable, TLS_CERT_FILE: cert, TLS_KEY_FILE: key });
    const at = (days: number) => settingsFindings(settings, Date.now() + days * 24 * 3600 * 1000);
    expect(at(1)).toContainEqual({ state: "ok", what: "HTTPS by the service's own certificate" });
    expect(at(360)).toContainEqual({
      state: "note",
      what: expect.stringContaining("TLS_CERT_FILE expires on"),
      mend: expect.stringContaining("Renew it"),
    });
    for (const [days, what] of [
      [366, "TLS_CERT_FILE expired on"],
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

  it("report that nothing answers at REDIS_URL", async () => {
    expect(await complaints({ ...unreachable, REDIS_URL: "redis://:hunter2@127.0.0.1:1" })).toContainEqual(
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

    it("report that it answers, refuses a password, or hangs", async () => {
      const at = (REDIS_URL: string) => doctor({ ...GOOD, ...unreachable, REDIS_URL });
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
