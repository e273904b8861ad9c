import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { aJob, useMigratedDatabase } from "@retrieval/contract";
import { UnavailableError } from "@retrieval/core/errors";
import { type HeldJob, type Job, UnreadableDocumentError } from "@retrieval/core/ports";
import { PostgresJobQueue } from "@retrieval/postgres";
import { pino } from "pino";
import type { JobHandler } from "../../src/jobs/job-lane.js";
import { JobWorker } from "../../src/jobs/job-worker.js";

const DONE: JobHandler = async () => ({ warnings: [] });
const NEVER: JobHandler = () => new Promise(() => undefined);

describe("the job worker", () => {
  const database = useMigratedDatabase("server");
  let jobs: PostgresJobQueue;
  let log: string[];
  let worker: JobWorker | undefined;
  beforeEach(async () => {
    await database().empty();
    jobs = new PostgresJobQueue(database().db);
    log = [];
  });
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
  });

  function start(handler: JobHandler = DONE): JobWorker {
    const logger = pino({ level: "debug" }, { write: (line) => void log.push(line) });
    worker = new JobWorker({ jobs, logger, handler });
    worker.start();
    return worker;
  }

  async function until({ job_id }: Job, state: Job["state"]): Promise<Job> {
    for (let waited = 0; waited < 60_000; waited += 20) {
      const job = await jobs.find(job_id);
      if (job?.state === state) return job;
      await sleep(20);
    }
    throw new Error(`the job is ${(await jobs.find(job_id))?.state}, not ${state}:\n${log.join("")}`);
  }

  /** Simulates workers that took the job and died. */
  async function diedOver(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await jobs.lease(0);
      await sleep(5);
    }
  }

  it("runs a job, and saves its result", async () => {
    const document = await jobs.add(aJob());
    start(async () => ({ chunks: 1 }));
    expect(await until(document, "done")).toMatchObject({ report: { chunks: 1 } });
  });

  it("lets short files overtake large ones, however many large ones wait", async () => {
    const large = new Uint8Array(1024 * 1024 + 1);
    const read: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const waiting: Job[] = [];
    for (const document_id of ["large-1", "large-2"])
      waiting.push(await jobs.add(aJob({ document_id, payload: large })));
    start(async ({ document_id, payload }) => {
      if (payload.byteLength === large.byteLength) await held;
      read.push(document_id);
      return {};
    });
    await until(waiting[0] as Job, "running");
    for (const document_id of ["short-1", "short-2", "short-3"]) {
      await until(await jobs.add(aJob({ document_id, payload: large.subarray(1) })), "done");
    }
    expect(await jobs.find(waiting[1]?.job_id as string)).toMatchObject({ state: "queued" });
    release();
    for (const job of waiting) await until(job, "done");
    expect(read).toEqual(["short-1", "short-2", "short-3", "large-1", "large-2"]);
  });

  it("reads two uploads of one document in the order of acceptance, also if the first is large", async () => {
    const read: number[] = [];
    let atOnce = 0;
    let mostAtOnce = 0;
    const uploads = [];
    for (const bytes of [1024 * 1024 + 1, 1]) uploads.push(await jobs.add(aJob({ payload: new Uint8Array(bytes) })));
    start(async ({ payload }) => {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      await sleep(200);
      read.push(payload.byteLength);
      atOnce--;
      return {};
    });
    for (const job of uploads) await until(job, "done");
    expect(read).toEqual([1024 * 1024 + 1, 1]);
    expect(mostAtOnce).toBe(1);
  });

  it("reports how long the longest running job has run", async () => {
    const slow = await jobs.add(aJob({ document_id: "a", payload: new Uint8Array(1024 * 1024 + 1) }));
    const worker = start(({ document_id }) =>
      document_id === "a" ? new Promise(() => undefined) : Promise.resolve({}),
    );
    await until(slow, "running");
    await until(await jobs.add(aJob({ document_id: "b" })), "done");
    expect(worker.atHand()).toBeGreaterThan(0);
  });

  it("fails a job unread if the service died during it three times", async () => {
    const job = await jobs.add(aJob());
    await diedOver(3);
    let calls = 0;
    start(async () => ({ calls: ++calls }));
    const { problems } = await until(job, "failed");
    expect(problems).toEqual([{ code: "job.ended_service", attempts: 3, job_id: job.job_id }]);
    expect(calls).toBe(0);
  });

  it("still runs a job if the service died during it twice", async () => {
    const job = await jobs.add(aJob());
    await diedOver(2);
    start();
    await until(job, "done");
  });

  it("retries a failed job after a pause", async () => {
    const attempts: number[] = [];
    const times: number[] = [];
    const job = await jobs.add(aJob());
    start(async ({ attempt }) => {
      attempts.push(attempt);
      times.push(performance.now());
      if (attempt === 1) throw new Error("a bug");
      return {};
    });
    await until(job, "done");
    expect(attempts).toEqual([1, 2]);
    expect(Number(times[1]) - Number(times[0])).toBeGreaterThan(1_000);
  });

  it("gives up after three attempts, and fails an unreadable file at once", async () => {
    const hopeless = await jobs.add(aJob({ document_id: "a" }));
    await diedOver(2);
    const unreadable = await jobs.add(aJob({ document_id: "b" }));
    start(async ({ document_id }) => {
      throw document_id === "a" ? new Error("a bug") : new UnreadableDocumentError({ code: "pdf.not_pdf" });
    });
    const { problems } = await until(hopeless, "failed");
    expect(problems).toEqual([{ code: "job.failed", attempts: 3, job_id: hopeless.job_id }]);
    expect((await until(unreadable, "failed")).problems).toEqual([{ code: "pdf.not_pdf" }]);
  });

  it("retries what the database aborted, without a stack in the log, and fails it only in the end", async () => {
    const again = await jobs.add(aJob({ document_id: "a" }));
    const hopeless = await jobs.add(aJob({ document_id: "b" }));
    await database().pool.query("UPDATE jobs SET attempt = 2 WHERE job_id = $1", [hopeless.job_id]);
    start(async ({ document_id, attempt }) => {
      if (document_id === "b" || attempt === 1) throw new UnavailableError("The database is away for now (57014).");
      return {};
    });
    const { problems } = await until(hopeless, "failed");
    expect(problems).toEqual([{ code: "job.ended_by_database", attempts: 3, job_id: hopeless.job_id }]);
    await until(again, "done");
    expect(log.join("")).not.toContain('"stack"');
  });

  it("lets the current job end when it is stopped, if that takes only a moment", async () => {
    const job = await jobs.add(aJob());
    let end: ((report: object) => void) | undefined;
    start(() => new Promise((resolve) => (end = resolve)));
    // The worker reads the upload before it calls the handler.
    while (end === undefined) await sleep(5);
    const stopped = worker?.stop();
    end({});
    await stopped;
    expect(await jobs.find(job.job_id)).toMatchObject({ state: "done" });
  });

  it("returns a long job to the queue when it is stopped, so that another instance can take it at once", async () => {
    const job = await jobs.add(aJob());
    start(NEVER);
    await until(job, "running");
    const begun = performance.now();
    await worker?.stop();
    // Far shorter than a lease.
    expect(performance.now() - begun).toBeLessThan(20_000);
    // A stop is not the job's failure, so the attempt does not count, however often the service stops.
    expect((await jobs.lease(60)) as HeldJob).toMatchObject({ job_id: job.job_id, attempt: 1 });
  });

  it("deletes at its start the jobs that ended more than 30 days ago", async () => {
    const [old, recent] = [await jobs.add(aJob({ document_id: "a" })), await jobs.add(aJob({ document_id: "b" }))];
    start();
    for (const job of [old, recent]) await until(job, "done");
    await worker?.stop();
    const days = (count: number, { job_id }: Job) =>
      database().pool.query("UPDATE jobs SET finished_at = now() - make_interval(days => $1) WHERE job_id = $2", [
        count,
        job_id,
      ]);
    await days(31, old);
    await days(29, recent);
    await start().stop();
    expect(await jobs.find(old.job_id)).toBeNull();
    expect(await jobs.find(recent.job_id)).not.toBeNull();
  });
});
