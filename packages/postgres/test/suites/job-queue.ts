import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { aJob } from "@retrieval/contract";
import type { JobQueue } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { cancellingClauses } from "./job-queue-cancelling.js";
import { leaseClauses } from "./job-queue-leases.js";
import { tallyClauses } from "./job-queue-tally.js";
import { type LeftOutOfJobQueue, leased, type OpenJobQueue } from "./open-job-queue.js";

/**
 * The contract of {@link JobQueue}.
 * @param open an empty queue
 */
export function jobQueueContract(
  name: string,
  open: () => Promise<OpenJobQueue>,
  leftOut: LeftOutOfJobQueue = {},
): void {
  describe(`${name} keeps the contract of JobQueue`, () => {
    let jobs: JobQueue;
    let opened: OpenJobQueue;
    beforeEach(async () => {
      opened = await open();
      jobs = opened.jobs;
    });
    afterEach(() => opened.close());

    describe("a job that was added", () => {
      it("is found as it was added", async () => {
        const options = { title: "就業規則 𠮷", b: 1, a: [null, true, "\\u0000\u0001"] };
        const added = await jobs.add(aJob({ options }));
        expect(added).toEqual({
          job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          document_id: "work-rules",
          state: "queued",
          progress: 0,
          options,
          report: null,
          problems: [],
          accepted: expect.any(Number),
          created_at: expect.any(Number),
        });
        expect(await jobs.find(added.job_id)).toEqual(added);
      });

      it.each(["", "1", "%", "not-a-uuid", "00000000-0000-0000-0000-000000000000", "a\0b", "{}"])(
        "does not answer to the unknown id %j",
        async (job_id) => {
          await jobs.add(aJob());
          expect(await jobs.find(job_id)).toBeNull();
        },
      );

      it("has its own acceptance number, greater than earlier ones", async () => {
        const before = await jobs.add(aJob());
        const some = await Promise.all(Array.from({ length: 10 }, () => jobs.add(aJob())));
        const after = await jobs.add(aJob());
        const numbers = some.map(({ accepted }) => accepted);
        expect(new Set(numbers).size).toBe(10);
        for (const number of numbers) {
          expect(number).toBeGreaterThan(before.accepted);
          expect(number).toBeLessThan(after.accepted);
        }
      });
    });

    describe("the end", () => {
      it("of a successful job keeps its report and drops the upload", async () => {
        const { job_id } = await jobs.add(aJob());
        const job = await leased(jobs);
        expect(await opened.payloadOf(job_id)).not.toBeNull();
        await jobs.finish(job, { report: { changes: 1 } });
        expect(await jobs.find(job_id)).toMatchObject({
          state: "done",
          progress: 1,
          report: { changes: 1 },
          problems: [],
        });
        expect(await opened.payloadOf(job_id)).toBeNull();
        expect(await jobs.lease(60)).toBeNull();
      });

      it("of a failed job keeps the reason and drops the upload", async () => {
        const { job_id } = await jobs.add(aJob());
        await jobs.finish(await leased(jobs), { problems: [{ code: "pdf.not_pdf" }] });
        expect(await jobs.find(job_id)).toMatchObject({
          state: "failed",
          problems: [{ code: "pdf.not_pdf" }],
        });
        expect(await opened.payloadOf(job_id)).toBeNull();
      });

      it("happens once", async () => {
        const { job_id } = await jobs.add(aJob());
        const job = await leased(jobs);
        await jobs.finish(job, { report: { first: true } });
        await jobs.finish(job, { problems: [{ code: "pdf.damaged" }] });
        await jobs.giveBack(job, { counts: true, pause: 0 });
        expect(await jobs.keep(job, 60, 0.1)).toBe(false);
        expect(await jobs.find(job_id)).toMatchObject({
          state: "done",
          report: { first: true },
          problems: [],
        });
      });
    });

    describe("a job that has ended", () => {
      const ended = async (
        document_id: string,
        outcome: { report: null } | { problems: readonly Problem[] } = { report: null },
      ) => {
        const { job_id } = await jobs.add(aJob({ document_id }));
        await jobs.finish(await leased(jobs), outcome);
        return job_id;
      };
      const left = async (ids: readonly string[]) =>
        (await Promise.all(ids.map((id) => jobs.find(id)))).filter((job) => job !== null).length;

      it("is forgotten after its time, done or failed, and nothing else is", async () => {
        const ids = [await ended("a"), await ended("b", { problems: [{ code: "pdf.damaged" }] })];
        const { job_id: running } = await jobs.add(aJob({ document_id: "c" }));
        await leased(jobs);
        const { job_id: queued } = await jobs.add(aJob({ document_id: "d" }));
        expect(await jobs.forgetEnded(60, 10)).toBe(0);
        await sleep(30);
        expect(await jobs.forgetEnded(0.01, 10)).toBe(2);
        expect(await left([...ids, running, queued])).toBe(2);
      });

      it("is forgotten a few at a time, the longest ended first", async () => {
        const [first, ...later] = [await ended("a"), await ended("b"), await ended("c")] as const;
        await sleep(30);
        expect(await jobs.forgetEnded(0.01, 1)).toBe(1);
        expect(await left([first])).toBe(0);
        expect(await left(later)).toBe(2);
      });

      it("is forgotten once, however many callers", async () => {
        for (const document_id of ["a", "b", "c", "d"]) await ended(document_id);
        await sleep(30);
        const counts = await Promise.all([1, 2, 3, 4].map(() => jobs.forgetEnded(0.01, 10)));
        expect(counts.reduce((sum, count) => sum + count)).toBe(4);
      });
    });

    leaseClauses(() => opened, leftOut);
    tallyClauses(() => opened);
    describe("listing and cancelling", () => cancellingClauses(() => opened, leftOut));
  });
}
