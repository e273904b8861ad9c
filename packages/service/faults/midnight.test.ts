import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import pg from "pg";
import { signedRequest } from "../test/harness.js";
import { run, ServiceProcess } from "../test/process/service-process.js";
import { ADMIN, ask } from "./instances.js";

const DOCUMENTS = 20;
const HOUR = 3_600_000;
/** The next midnight but one, in UTC. Each process gets a clock that is as far before it as its test needs. */
const MIDNIGHT = (Math.floor(Date.now() / (24 * HOUR)) + 2) * 24 * HOUR;
const [EVE, DAY] = [-1, 0].map((days) => new Date(MIDNIGHT + days * 24 * HOUR).toISOString().slice(0, 10));
/** Longer than two processes need to start on a busy machine. */
const BEFORE = 45_000;
const MOVED_CLOCK = "const right = Date.now; Date.now = () => right() + Number(process.env.CLOCK_OFF);";

describe("versions of the next day", () => {
  let folder: string;
  let database: TestDatabase;
  let client: pg.Client;
  const services: ServiceProcess[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-midnight-"));
    await writeFile(join(folder, "moved-clock.mjs"), MOVED_CLOCK);
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end("SIGKILL")));
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** An instance whose clock shows this moment now. */
  const serveAt = async (moment: number, TIME_ZONE = "UTC") => {
    const off = moment - Date.now();
    const service = await ServiceProcess.serve(database.url, {
      ...{ ADMIN_USER_ID: ADMIN, ADMIN_DISPLAY_NAME: "管理者", TIME_ZONE },
      ...{ NODE_OPTIONS: `--import=${join(folder, "moved-clock.mjs")}`, CLOCK_OFF: String(off) },
    });
    services.push(service);
    const signIn = async () => {
      const body = signedRequest(ADMIN, Math.floor((Date.now() + off) / 1000));
      return (await ask<{ token: string }>(service, "", "POST", "/api/auth/sso-token", body)).body.token;
    };
    return { service, signIn };
  };
  const rows = async <Row extends object>(statement: string) => (await client.query<Row>(statement)).rows;
  const state = async () => {
    const [pointers] = await rows(`
      SELECT (SELECT day::text FROM calendar) AS day, count(*) FILTER (WHERE revisions.number = 1)::int AS old,
        count(*) FILTER (WHERE revisions.number = 2)::int AS new FROM documents JOIN revisions USING (revision_id)`);
    const [{ entries } = { entries: -1 }] = await rows<{ entries: number }>(
      "SELECT count(*)::int AS entries FROM audit_entries WHERE kind = 'version-in-force'",
    );
    return { ...pointers, entries };
  };
  const titles = async (service: ServiceProcess, token: string) => {
    const { body } = await ask<{ items: { title: string }[] }>(service, token, "GET", "/api/documents?limit=200");
    return new Set(body.items.map(({ title }) => title));
  };

  it("come in force once, though both instances were killed in the middle and started an hour later", async () => {
    const { service, signIn } = await serveAt(MIDNIGHT - 12 * HOUR);
    const token = await signIn();
    for (let n = 0; n < DOCUMENTS; n += 1)
      for (const [title, effective_from] of [
        ["古い規程", EVE],
        ["新しい規程", DAY],
      ]) {
        const body = { title, effective_from, chunks: [{ text_type: "paragraph", content: title }] };
        const path = `/api/manage/documents/rule-${n}?wait=true`;
        expect((await ask(service, token, "PUT", path, body)).body).toMatchObject({ state: "done" });
      }
    await service.end("SIGTERM");

    const waiting = await Promise.all([serveAt(MIDNIGHT - BEFORE), serveAt(MIDNIGHT - BEFORE)]);
    expect(await state()).toEqual({ day: EVE, old: DOCUMENTS, new: 0, entries: 0 });
    // A client of its own, because a transaction always sees the same activity.
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM documents WHERE document_id = 'rule-7' FOR UPDATE");
    // One of the two has moved the calendar and waits for the document; the other waits for the calendar.
    const held = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while ((await rows(held)).length < 2) await sleep(50);
    await Promise.all(waiting.map(({ service }) => service.end("SIGKILL")));
    await holder.end();
    const others = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'retrieval%'`;
    while ((await rows(others)).length > 0) await sleep(50);
    expect(await state()).toEqual({ day: EVE, old: DOCUMENTS, new: 0, entries: 0 });

    const started = await Promise.all([serveAt(MIDNIGHT + HOUR), serveAt(MIDNIGHT + HOUR)]);
    for (const { service, signIn } of started) {
      await service.ready();
      expect(await titles(service, await signIn())).toEqual(new Set(["新しい規程"]));
    }
    expect(await state()).toEqual({ day: DAY, old: 0, new: DOCUMENTS, entries: DOCUMENTS });
  });

  it("wait for an operator where an instance has another time zone", async () => {
    // Nine hours earlier, the day after has begun in Tokyo.
    const { service } = await serveAt(MIDNIGHT + 23 * HOUR, "Asia/Tokyo");
    await service.logged("TIME_ZONE=UTC");
    expect((await service.fetch("/readyz")).status).toBe(503);
    const migrated = await run(["migrate", "--time-zone", "Asia/Tokyo"], {
      ...{ DATABASE_URL: database.url, CLOCK_OFF: String(MIDNIGHT + 23 * HOUR - Date.now()) },
      NODE_OPTIONS: `--import=${join(folder, "moved-clock.mjs")}`,
    });
    expect(migrated).toMatchObject({ code: 0, stderr: "" });
    await service.ready();
    expect(await state()).toMatchObject({ new: DOCUMENTS, entries: DOCUMENTS });
    expect((await services[3]?.fetch("/readyz"))?.status).toBe(503);
  });
});
