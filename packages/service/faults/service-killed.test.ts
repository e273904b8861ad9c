import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import pg from "pg";
import { ServiceProcess } from "../test/process/service-process.js";
import { Acknowledged } from "./acknowledged.js";
import { disagreements } from "./agreement.js";
import { ADMIN, aDocument, Load, READER } from "./load.js";
import { Random } from "./random.js";
import { WatchedCalls } from "./watched-calls.js";

const ROUNDS = 15;
const WITHIN = 30_000;
/** Expires the leases: a job is free a minute after the service was killed during it. */
const A_MINUTE_LATER = "UPDATE jobs SET free_from = free_from - interval '60 seconds' WHERE state = 'running'";

describe("a service that is killed at any time", () => {
  const random = Random.seeded();
  let database: TestDatabase;
  let service: ServiceProcess;
  let client: pg.Client;
  const restart = async () => {
    service = await ServiceProcess.serve(database.url, ADMIN);
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await restart();
  });
  afterAll(async () => {
    await service.end("SIGKILL");
    await client.end();
    await database.drop();
  });

  /** Waits until no job is left, with leases of one second. */
  async function jobsEnded(): Promise<void> {
    const left = "SELECT count(*)::int AS left FROM jobs WHERE state IN ('queued', 'running')";
    for (let looks = 1; (await client.query(left)).rows[0].left > 0; looks += 1) {
      if (looks === 20) await client.query(A_MINUTE_LATER);
      await sleep(100);
    }
  }

  it(`keeps every acknowledged change, no partial change, and ends every job (seed ${random.seed})`, async () => {
    const acknowledged = new Acknowledged();
    // A kill cuts requests off, which is no failure here.
    const calls = new WatchedCalls(() => service, WITHIN, [200, 201, 202, 0]);
    const tokens = { admin: await service.signIn(ADMIN.ADMIN_USER_ID), reader: "" };
    const load = new Load({ calls, acknowledged, tokens, random, files: true });
    await load.prepare();
    tokens.reader = await service.signIn(READER);

    for (let round = 0; round < ROUNDS; round += 1) {
      load.start();
      // After a start, reading an upload takes a moment: without this, most kills would come before any job.
      const before = acknowledged.jobs;
      while (acknowledged.jobs === before) await sleep(5);
      await sleep(random.whole(0, 600));
      const killed = service.end("SIGKILL");
      await load.stop();
      await killed;
      // Every second time the current jobs are free at once; the other times they wait for their lease.
      if (round % 2 === 0) await client.query(A_MINUTE_LATER);
      await restart();
      expect(await disagreements(client)).toEqual([]);
    }
    await jobsEnded();
    const lost = await acknowledged.lost(client);
    const { rows } = await client.query(
      "SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed, max(attempt)::int AS tries, count(*)::int AS jobs FROM jobs",
    );
    const [{ failed, tries, jobs }] = rows;
    process.stdout.write(`service killed ${ROUNDS} times: ${acknowledged}, ${lost.length} lost; ${calls}; `);
    process.stdout.write(`${jobs} jobs, tried up to ${tries} times, ${failed} given up\n`);
    expect(calls.broken).toEqual([]);
    expect(load.watch.broken).toEqual([]);
    expect(lost).toEqual([]);
    expect(await disagreements(client)).toEqual([]);
    expect(calls.counts.get(0) ?? 0).toBeGreaterThan(ROUNDS / 2);
    // Further ones depend on the machine's speed.
    expect(acknowledged.count).toBeGreaterThan(2 * ROUNDS);
    expect(acknowledged.jobs).toBeGreaterThanOrEqual(ROUNDS);
  });

  it("is not killed by the same upload a fourth time, and takes the next one", async () => {
    const calls = new WatchedCalls(() => service, WITHIN);
    const token = await service.signIn(ADMIN.ADMIN_USER_ID);
    const put = (document_id: string, chunks: number, wait: boolean) => {
      const {
        chunks: [chunk = {}],
        ...document
      } = aDocument(document_id, "v1");
      const body = { ...document, chunks: Array.from({ length: chunks }, () => chunk) };
      return calls.call("PUT", `/api/manage/documents/${document_id}?wait=${wait}`, { token, body });
    };
    const { job_id } = (await put("heavy", 20_000, false)).body;
    const job = async () =>
      (await client.query("SELECT state, problems, attempt FROM jobs WHERE job_id = $1", [job_id])).rows[0];
    for (let death = 1; death <= 3; death += 1) {
      let now = await job();
      for (; now.attempt < death; now = await job()) await sleep(5);
      expect(now).toMatchObject({ state: "running", attempt: death });
      await service.end("SIGKILL");
      await client.query(A_MINUTE_LATER);
      await restart();
    }
    let ended = await job();
    for (; ended.state === "running"; ended = await job()) await sleep(20);
    expect(ended.state).toBe("failed");
    expect(ended.problems).toEqual([{ code: "job.ended_service", attempts: 3, job_id }]);
    expect((await put("light", 2, true)).body).toMatchObject({ state: "done" });
    expect(await disagreements(client)).toEqual([]);
    expect(calls.broken).toEqual([]);
  });
});
