import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { aUser, DATABASE_KINDS, useMigratedDatabase } from "@retrieval/contract";
import { type HeldJob, hasEnded, JobLostError, type LeasedJob, type UserDirectory } from "@retrieval/core/ports";
import { applyFileImport, checkFileImport, releaseFileImport } from "@retrieval/core/use-cases";
import { type FileImportJob, type FileImportReport, reportOf } from "@retrieval/core/users";
import { readUsersCsv } from "@retrieval/portal";
import {
  PostgresAuditLog,
  PostgresDocumentCatalog,
  PostgresJobQueue,
  PostgresUserDirectory,
} from "@retrieval/postgres";
import { pino } from "pino";
import { JobWorker } from "../../src/jobs/job-worker.js";

/** Two batches. */
const PEOPLE = Array.from({ length: 150 }, (_, n) => String(n + 1).padStart(6, "0"));
const ENTIRELY = { new: 150, changed: 0, unchanged: 0, reactivated: 0, deactivated: 0, skipped: 0, refused: 0 };

describe.each(DATABASE_KINDS)("an import from a file, on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  let jobs: PostgresJobQueue;
  let users: PostgresUserDirectory;
  let audit: PostgresAuditLog;
  beforeEach(async () => {
    await database().empty();
    const { db } = database();
    jobs = new PostgresJobQueue(db);
    users = new PostgresUserDirectory(db);
    audit = new PostgresAuditLog(db);
    await write(...["admin-a", "admin-b"].map((user_id) => aUser({ user_id, role: "admin" })));
  });
  const write = (...records: ReturnType<typeof aUser>[]) =>
    users.change(
      records.map(({ user_id }) => user_id),
      () => ({ records, kept: null }),
    );

  async function checked(caller_id = "admin-a"): Promise<FileImportJob> {
    const bytes = Buffer.from(["社員番号,氏名", ...PEOPLE.map((id) => `${id},${id} さん`)].join("\n"));
    const readUserFile = async (given: Uint8Array) => readUsersCsv(given);
    const documents = new PostgresDocumentCatalog(database().db);
    const deps = { users, documents, jobs, readUserFile };
    const checked = await checkFileImport({ bytes, mode: "sync", update: true, caller_id }, deps);
    return (checked as { readonly job: FileImportJob }).job;
  }

  async function taken(seconds: number): Promise<LeasedJob> {
    const job = (await jobs.lease("import", seconds)) as HeldJob;
    return { ...job, payload: (await jobs.upload(job)) as Uint8Array };
  }

  const setActive = (user_id: string, is_active: boolean) =>
    users.change([user_id], ({ existing }) => ({
      records: [{ ...aUser({ user_id }), ...existing.get(user_id), is_active }],
      kept: null,
    }));
  /** Ends after one batch. */
  async function applyOneBatch(job: LeasedJob): Promise<void> {
    const stopping = new AbortController();
    const end = () => stopping.abort(new Error("the worker ends"));
    const change: UserDirectory["change"] = (...asked) => users.change(...asked).finally(end);
    await expect(applyFileImport(job, { change }, stopping.signal)).rejects.toThrow("the worker ends");
  }
  const apply = (job: LeasedJob) => applyFileImport(job, users, new AbortController().signal);

  /** The job once a worker has ended it. */
  async function worked(job_id: string): Promise<FileImportJob> {
    const worker = new JobWorker({
      jobs,
      logger: pino({ level: "silent" }),
      handlers: { ingest: async () => ({}), import: (job, _, stopping) => applyFileImport(job, users, stopping) },
    });
    worker.start();
    try {
      for (;;) {
        const job = (await jobs.find("import", job_id)) as FileImportJob;
        if (hasEnded(job.state)) return job;
        await sleep(20);
      }
    } finally {
      await worker.stop();
    }
  }

  it("continues after the last batch of a worker that died, and undoes no later change", async () => {
    const { job_id } = await checked();
    await releaseFileImport(job_id, "admin-a", 0, { jobs, users });
    await applyOneBatch(await taken(0));
    await setActive("000007", false);

    const report = await apply(await taken(60));
    expect(report.counts).toEqual(ENTIRELY);
    expect((await users.find("000007"))?.is_active).toBe(false);
    expect((await users.find("000150"))?.is_active).toBe(true);
  });

  it("writes nothing more for a worker that has lost the job", async () => {
    const { job_id } = await checked();
    await releaseFileImport(job_id, "admin-a", 0, { jobs, users });
    const slow = await taken(0);
    const other = await taken(60);
    await expect(apply(slow)).rejects.toThrow(JobLostError);
    expect(await users.list({ query: "さん", limit: 10 })).toEqual([]);
    expect(await audit.list({ limit: 10 })).toEqual([]);
    expect((await apply(other)).counts).toEqual(ENTIRELY);
  });

  it("reports its progress while its lease is renewed", async () => {
    const { job_id } = await checked();
    await releaseFileImport(job_id, "admin-a", 0, { jobs, users });
    const job = await taken(60);
    await applyOneBatch(job);
    expect(await jobs.keep(job, 60)).toBe(true);
    const { progress, report } = (await jobs.find("import", job_id)) as FileImportJob;
    expect({ progress, counts: (report as FileImportReport).counts }).toEqual({
      progress: 0.5,
      counts: { ...ENTIRELY, new: 100 },
    });
  });

  it("saves its progress with each batch, and not again afterwards", async () => {
    const { job_id } = await checked();
    await releaseFileImport(job_id, "admin-a", 0, { jobs, users });
    database().statements.length = 0;
    expect(await worked(job_id)).toMatchObject({ progress: 1, report: { counts: ENTIRELY } });
    const steps = database().statements.filter((text) => text.startsWith('update "jobs" set "progress"'));
    expect(steps).toHaveLength(2);
  });

  it("is logged as done by the administrator who released it", async () => {
    const { job_id } = await checked("admin-a");
    await releaseFileImport(job_id, "admin-b", 0, { jobs, users });
    await apply(await taken(60));
    const entries = await audit.list({ limit: 200 });
    expect(new Set(entries.map(({ by_user }) => by_user))).toEqual(new Set(["admin-b"]));
  });

  it.each([
    ["demoted", { role: "user" }],
    ["deactivated", { is_active: false }],
  ] as const)("stops between two batches if its administrator was %s, and says how far it came", async (_, change) => {
    const { job_id } = await checked();
    await releaseFileImport(job_id, "admin-a", 0, { users, jobs });
    await applyOneBatch(await taken(0));
    await write(aUser({ user_id: "admin-a", role: "admin", ...change }));

    const job = await worked(job_id);
    expect(job).toMatchObject({
      state: "failed",
      progress: 0.5,
      problems: [
        { code: "import.stopped", done: 100, all: 150 },
        { code: "sender.not_admin", user_id: "admin-a" },
      ],
    });
    expect(reportOf(job).counts).toEqual({ ...ENTIRELY, new: 100 });
    expect(await users.find("000100")).not.toBeNull();
    expect(await users.find("000101")).toBeNull();
  });

  it("changes nothing if its administrator was demoted while it waited", async () => {
    const { job_id } = await checked();
    await releaseFileImport(job_id, "admin-a", 0, { users, jobs });
    await write(aUser({ user_id: "admin-a", role: "developer" }));
    const job = await worked(job_id);
    expect(job).toMatchObject({
      state: "failed",
      problems: [{ code: "change.none" }, { code: "sender.not_admin", user_id: "admin-a" }],
    });
    expect(reportOf(job).counts).toEqual({ ...ENTIRELY, new: 0 });
    expect(await users.list({ query: "さん", limit: 10 })).toEqual([]);
    expect(await audit.list({ limit: 10 })).toEqual([]);
  });

  it("does nothing if it was cancelled", async () => {
    const { job_id } = await checked();
    await releaseFileImport(job_id, "admin-a", 0, { users, jobs });
    await jobs.cancel(job_id, "admin-b");
    const job = (await jobs.find("import", job_id)) as FileImportJob;
    expect({ state: job.state, counts: reportOf(job).counts }).toEqual({
      state: "cancelled",
      counts: { ...ENTIRELY, new: 0 },
    });
  });
});
