import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { createHardenedDatabase, type HardenedDatabase } from "../test/hardened-database.js";
import { run, ServiceProcess } from "../test/process/service-process.js";
import { Acknowledged } from "./acknowledged.js";
import { report } from "./instances.js";
import { ADMIN, Load, READER } from "./load.js";
import { Random } from "./random.js";
import { ReadyProxy } from "./ready-proxy.js";
import { WatchedCalls } from "./watched-calls.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const INSTALL = ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
/** Many times the proxy's polling interval, also on a busy machine. */
const SETTINGS = { ...ADMIN, DRAIN_SECONDS: "2", SEARCH_TIMEOUT_MS: "30000" };
/** Of acknowledged writes, between two restarts. */
const SOME = 60;

const EXPANDING = [
  "ALTER TABLE documents ADD shelf text NOT NULL DEFAULT 'A', ADD shelved_at timestamptz",
  "ALTER TABLE users ADD office text",
  "ALTER TABLE jobs ADD priority integer NOT NULL DEFAULT 0",
  "ALTER TABLE audit_entries ADD place text",
  "CREATE INDEX documents_shelf ON documents (shelf)",
  "CREATE TABLE shelves (shelf text PRIMARY KEY)",
];
const CONTRACTING = ["ALTER TABLE documents DROP COLUMN shelved_at"];

const commandOf = (project: string) =>
  join(project, "node_modules/retrieval/node_modules/@retrieval/service/bin/retrieval.js");

/** An installation of its own, except for the packages of others. */
async function copyProject(from: string, to: string): Promise<void> {
  await mkdir(join(to, "node_modules"), { recursive: true });
  for (const name of await readdir(join(from, "node_modules"))) {
    const [source, target] = [join(from, "node_modules", name), join(to, "node_modules", name)];
    if (name === "retrieval") await cp(source, target, { recursive: true });
    else await symlink(source, target);
  }
}

/** Adds a migration after those that an installed version has. */
async function addMigration(project: string, name: string, statements: readonly string[]): Promise<void> {
  const folder = join(project, "node_modules/retrieval/node_modules/@retrieval/postgres/dist/migrations");
  const each = statements.map((statement) => `await sql.raw(${JSON.stringify(statement)}).execute(db);`);
  const code = `import { sql } from "kysely";\nexport async function up(db) {\n${each.join("\n")}\n}\n`;
  await writeFile(join(folder, `${name}.js`), code);
  const file = join(folder, "migrate.js");
  const list = await readFile(file, "utf8");
  const longer = list.replace(
    /(const MIGRATIONS = \{[^}]*?),?\s*\};/,
    `$1,\n"${name}": await import("./${name}.js"),\n};`,
  );
  expect(longer).not.toBe(list);
  await writeFile(file, longer);
}

describe("versions with one migration more, beside two instances of the tarball", () => {
  let folder: string;
  /** Installations: the tarball, and copies of it that have an expanding migration, and a contracting one after that. */
  let older: string;
  let newer: string;
  let smaller: string;
  let database: HardenedDatabase;
  let running: ServiceProcess[] = [];

  beforeAll(async () => {
    const began = performance.now();
    folder = await mkdtemp(join(tmpdir(), "retrieval-upgrade-"));
    [older, newer, smaller] = [join(folder, "older"), join(folder, "newer"), join(folder, "smaller")];
    execFileSync(process.execPath, ["packages/contract/scripts/pack.mjs", folder], { cwd: ROOT });
    const tarball = (await readdir(folder)).find((name) => /^retrieval-\d/.test(name)) ?? "";
    await mkdir(older);
    // Otherwise npm installs into a folder above that has one.
    await writeFile(join(older, "package.json"), "{}");
    execFileSync("npm", [...INSTALL, join(folder, tarball)], { cwd: older });
    await copyProject(older, newer);
    await addMigration(newer, "9001-expanding", EXPANDING);
    await copyProject(newer, smaller);
    await addMigration(smaller, "9002-contracting.from-9001", CONTRACTING);
    report(`packed and installed in ${Math.round((performance.now() - began) / 1000)} s`);
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    database = await createHardenedDatabase();
    running = [await serve(older), await serve(older)];
  });
  afterEach(async () => {
    for (const instance of running) await instance.end("SIGTERM");
    await database.drop();
  });

  const serve = (project: string) => ServiceProcess.serve(database.serviceUrl, SETTINGS, commandOf(project));
  const migrate = (project: string) =>
    run(["migrate", "--harden", database.role], { DATABASE_URL: database.url }, commandOf(project));
  const jobsDone = ({ log }: ServiceProcess) => log.match(/"msg":"job done"/g)?.length ?? 0;

  it("take their place and give it back under load: nothing is refused, nothing is lost", async () => {
    const connection = new pg.Client({ connectionString: database.url });
    await connection.connect();
    const proxy = new ReadyProxy();
    const url = await proxy.start();
    for (const instance of running) await proxy.add(instance.url);
    const calls = new WatchedCalls(() => ({ fetch: (path, init) => fetchAt(url + path, init) }), 120_000);
    const acknowledged = new Acknowledged();
    const admin = (await running[0]?.signIn("000001")) ?? "";
    await calls.call("PUT", `/api/manage/users/${READER}`, { token: admin, body: { display_name: "読む人" } });
    const tokens = { admin, reader: (await running[0]?.signIn(READER)) ?? "" };
    const load = new Load({ calls, acknowledged, tokens, random: new Random(1), pause: [20, 60], names: 30 });
    await load.prepare();

    const value = async (statement: string) => Object.values((await connection.query(statement)).rows[0])[0];
    const openJobs = () => value("SELECT count(*)::int FROM jobs WHERE state IN ('queued', 'running')");
    const acknowledges = async (more: number) => {
      const enough = acknowledged.count + more;
      while (acknowledged.count < enough && calls.failures === 0) await sleep(20);
    };
    /** One after the other, as an orchestrator does it: the new instance is ready before the old one is told to stop. */
    const replaceAll = async (project: string) => {
      for (const old of [...running]) {
        const fresh = await serve(project);
        running.push(fresh);
        await proxy.add(fresh.url);
        await acknowledges(SOME);
        expect(await old.end("SIGTERM")).toBe(0);
        proxy.remove(old.url);
        running = running.filter((instance) => instance !== old);
      }
      await acknowledges(SOME);
    };
    const expectNothingRefusedOrLost = async () => {
      await load.stop();
      while ((await openJobs()) !== 0) await sleep(100);
      report(`${calls}; ${acknowledged}; ${load.watch.judged} answers judged`);
      expect([...calls.broken, ...load.watch.broken]).toEqual([]);
      expect(calls.failures).toBe(0);
      expect(await acknowledged.lost(connection)).toEqual([]);
      expect(await value("SELECT count(*)::int FROM jobs WHERE state = 'failed'")).toBe(0);
    };

    try {
      load.start();
      await acknowledges(SOME);
      const old = [...running];
      await connection.query("BEGIN; LOCK TABLE documents IN ACCESS SHARE MODE");
      expect(await migrate(newer)).toMatchObject({ code: 1, stderr: expect.stringContaining("such as a dump") });
      await connection.query("COMMIT");
      expect(await migrate(newer)).toMatchObject({ code: 0, stdout: expect.stringContaining("9001-expanding") });
      // A job that was taken before may still end.
      await sleep(1_000);
      const done = old.map(jobsDone);
      await acknowledges(SOME);
      expect(await openJobs()).toBeGreaterThan(0);
      await replaceAll(newer);
      await expectNothingRefusedOrLost();
      expect(old.map(jobsDone)).toEqual(done);

      load.start();
      expect(await migrate(older)).toMatchObject({ code: 0, stdout: expect.stringContaining("keeps its rights") });
      await replaceAll(older);
      await expectNothingRefusedOrLost();
      for (const instance of running) expect(jobsDone(instance)).toBeGreaterThan(0);
    } finally {
      await load.stop();
      await proxy.stop();
      await connection.end();
    }
  });

  it("wait for the end of instances that cannot use their tables, and keep them from starting again", async () => {
    expect(await migrate(newer)).toMatchObject({ code: 0 });
    const contracting = "9002-contracting.from-9001";
    expect(await migrate(smaller)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `Instances that cannot use the tables of ${contracting} are connected (retrieval-service/`,
      ),
    });
    for (const instance of running) await instance.end("SIGTERM");
    expect(await migrate(smaller)).toMatchObject({ code: 0, stdout: expect.stringContaining(contracting) });
    await expect(serve(older)).rejects.toThrow(
      `The database is newer than this version of the service (it has ${contracting}): update the service.`,
    );
    running = [await serve(newer), await serve(smaller)];
    for (const instance of running) await instance.ready();
  });
});

function fetchAt(url: string, { token, ...init }: RequestInit & { token?: string } = {}): Promise<Response> {
  // The proxy passes no encoding on.
  const headers: Record<string, string> = { "Accept-Encoding": "identity", ...(init.headers as object | undefined) };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (typeof init.body === "string") headers["Content-Type"] ??= "application/json";
  return fetch(url, { ...init, headers });
}
