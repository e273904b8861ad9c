import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createTestDatabase, describeUnless, type PostgresServer, startPostgresServer } from "@retrieval/contract";
import { openDatabase } from "@retrieval/postgres";
import pg from "pg";
import { PORTAL, SECRET } from "../test/harness.js";
import { run, ServiceProcess } from "../test/process/service-process.js";
import { Acknowledged } from "./acknowledged.js";
import { disagreements } from "./agreement.js";
import { ADMIN, aDocument } from "./load.js";
import { SmallDisk } from "./small-disk.js";
import { WatchedCalls } from "./watched-calls.js";

const WITHIN = 60_000;
const KIB = 1024;
const MIB = 1024 * KIB;
/** Too little for a table to grow much. */
const NEARLY_NOTHING = 300 * KIB;
/** Enough for tables, but too little for the next write-ahead log file of 16 MiB. */
const LESS_THAN_A_LOG_FILE = 12 * MIB;

const disk = await SmallDisk.make(160);
const reason = typeof disk === "string" ? disk : undefined;
if (reason !== undefined) process.stdout.write(`Tests of full disks are skipped: ${reason}\n`);

/** Writes until the disk is full, and remembers the acknowledged writes. */
class Writer {
  readonly acknowledged = new Acknowledged();
  readonly calls: WatchedCalls;
  readonly #jobs: string[] = [];
  #next = 0;

  constructor(
    service: () => ServiceProcess,
    private readonly token: string,
  ) {
    this.calls = new WatchedCalls(service, WITHIN);
  }

  read = () => this.calls.call("POST", "/api/search", { token: this.token, body: { query: "通勤手当" } });

  /** One of several kinds of write. @returns its status */
  async write(): Promise<number> {
    const n = this.#next++;
    return n % 8 === 7 ? this.#upload(`v${n}`) : this.#import(`disk-${n}`);
  }

  async #import(name: string): Promise<number> {
    const users = Array.from({ length: 100 }, (_, i) => ({ user_id: `${name}-${i}`, display_name: name }));
    const { token } = this;
    const { status } = await this.calls.call("POST", "/api/manage/users/bulk", { token, body: { users } });
    if (status === 200) for (const { user_id } of users) this.acknowledged.user(user_id, name);
    return status;
  }

  async untilRefused(): Promise<void> {
    while ((await this.write()) !== 503);
    // Further imports are refused at once. A small upload might still fit.
    for (let more = 0; more < 3; more += 1) expect(await this.#import(`more-${this.#next++}`)).toBe(503);
  }

  async worksAgain(): Promise<void> {
    for (let writes = 0; writes < 16; writes += 1) expect(await this.write()).toBeLessThan(300);
  }

  /** Includes uploads that were accepted without space to publish them. */
  async jobsEnded(): Promise<void> {
    for (const job_id of this.#jobs) {
      const look = () => this.calls.call("GET", `/api/manage/jobs/${job_id}`, { token: this.token });
      while (!["done", "failed"].includes((await look()).body.state)) await sleep(100);
    }
  }

  async #upload(version: string): Promise<number> {
    const document_id = "disk";
    const path = `/api/manage/documents/${document_id}`;
    const body = aDocument(document_id, version);
    const answer = await this.calls.call("PUT", path, { token: this.token, body });
    if (answer.status === 202) {
      const { job_id } = answer.body;
      this.acknowledged.upload({ document_id, version, job_id });
      this.#jobs.push(job_id);
    }
    return answer.status;
  }
}

describeUnless(reason, "a full disk under the embedded database", () => {
  const small = disk as SmallDisk;
  const DATA_DIR = () => join(small.path, "data");
  let service: ServiceProcess;
  let writer: Writer;
  beforeAll(async () => {
    service = await ServiceProcess.serve("embedded", { ...ADMIN, DATA_DIR: DATA_DIR() });
    writer = new Writer(() => service, await service.signIn(ADMIN.ADMIN_USER_ID));
    await writer.worksAgain();
  });
  afterAll(async () => {
    await service.end("SIGKILL");
    await small.remove();
  });

  it("refuses writes, still reads, and accepts writes again when there is space", async () => {
    await small.fill({ but: NEARLY_NOTHING });
    await writer.untilRefused();
    expect((await writer.read()).status).toBe(200);
    await service.logged("53100: the disk of the database is full");
    await small.giveBack();
    await writer.worksAgain();
    expect(writer.calls.broken).toEqual([]);
  });

  it("survives when the database dies because its write-ahead log cannot grow, and reopens it", async () => {
    await small.fill({ but: LESS_THAN_A_LOG_FILE });
    await writer.untilRefused();
    await service.logged("the embedded database gave itself up");
    expect((await writer.calls.call("GET", "/healthz")).status).toBe(200);
    expect((await writer.calls.call("GET", "/readyz")).status).toBe(503);
    expect((await writer.read()).status).toBe(503);
    await service.logged(/The disk is full: 1?\d MiB are free for the embedded database, which needs 32 MiB/);
    await small.giveBack();
    await writer.worksAgain();
    expect((await writer.read()).status).toBe(200);
    expect(writer.calls.broken).toEqual([]);
  });

  it("has all acknowledged writes after a restart too", async () => {
    await writer.jobsEnded();
    expect(await service.end("SIGTERM")).toBe(0);
    const database = await openDatabase({
      kind: "embedded",
      directory: DATA_DIR(),
      onConnectionError: () => undefined,
    });
    const connection = await database.pool.connect();
    const lost = await writer.acknowledged.lost(connection);
    const disagree = await disagreements(connection);
    connection.release();
    await database.close();
    process.stdout.write(`embedded, disk full twice: ${writer.acknowledged}, ${lost.length} lost; ${writer.calls}\n`);
    expect(lost).toEqual([]);
    expect(disagree).toEqual([]);
  });

  it("does not start on a full disk, and reports it", async () => {
    await small.fill({ but: 5 * MIB });
    const settings = { SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: PORTAL, TRUST_PROXY: "1", DATABASE_URL: "embedded" };
    const { code, stderr } = await run(["serve"], { ...settings, PORT: "0", DATA_DIR: join(small.path, "another") });
    await small.giveBack();
    expect(code).toBe(1);
    expect(stderr).toContain("The disk is full: ");
    expect(stderr).not.toContain('"stack"');
  });
});

describeUnless(reason, "a full disk under a PostgreSQL server", () => {
  let server: PostgresServer;
  let small: SmallDisk;
  let service: ServiceProcess;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startPostgresServer();
    // The server's account owns its files.
    const owner = await stat(`/proc/${await server.pid()}`);
    small = (await SmallDisk.make(32, owner)) as SmallDisk;
    const { url } = await createTestDatabase(server.url);
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query(`CREATE TABLESPACE small LOCATION '${small.path}'`);
    await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET TABLESPACE small`);
    await admin.end();
    service = await ServiceProcess.serve(url, ADMIN);
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(async () => {
    await service?.end("SIGKILL");
    await client?.end();
    await server.stop();
    await small?.remove();
  });

  it("refuses writes with 503, still reads, and accepts writes again when there is space", async () => {
    const writer = new Writer(() => service, await service.signIn(ADMIN.ADMIN_USER_ID));
    await writer.worksAgain();
    await small.fill({ but: NEARLY_NOTHING });
    await writer.untilRefused();
    expect((await writer.read()).status).toBe(200);
    await service.logged("53100: the disk of the database is full");
    // All acknowledged users and the first administrator, and no refused one.
    const { rows } = await client.query("SELECT count(*)::int AS users FROM users");
    expect(rows).toEqual([{ users: writer.acknowledged.users + 1 }]);
    await small.giveBack();
    await writer.worksAgain();
    await writer.jobsEnded();
    const lost = await writer.acknowledged.lost(client);
    process.stdout.write(`server, disk full: ${writer.acknowledged}, ${lost.length} lost; ${writer.calls}\n`);
    expect(lost).toEqual([]);
    expect(await disagreements(client)).toEqual([]);
    expect(writer.calls.broken).toEqual([]);
  });
});
