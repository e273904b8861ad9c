import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { aJob, describeUnless } from "@retrieval/contract";
import type { HeldJob, JobQueue } from "@retrieval/core/ports";
import { type LeftOutOfJobQueue, leased, leasedAndLost, type OpenJobQueue } from "./open-job-queue.js";

/** Who works on a job, for how long, and which worker takes over. */
export function leaseClauses(opened: () => OpenJobQueue, leftOut: LeftOutOfJobQueue): void {
  let jobs: JobQueue;
  beforeEach(() => {
    jobs = opened().jobs;
  });

  const names = (found: readonly (HeldJob | null)[]) => found.map((job) => job?.document_id ?? null);

  describe("leasing", () => {
    it("returns null when there is nothing to do", async () => {
      expect(await jobs.lease(60)).toBeNull();
    });

    it("takes the first accepted job", async () => {
      await jobs.add(aJob({ document_id: "a" }));
      await jobs.add(aJob({ document_id: "c" }));
      expect(names([await leased(jobs), await leased(jobs)])).toEqual(["a", "c"]);
      expect(await jobs.lease(60)).toBeNull();
    });

    it.each([
      ["every byte", Uint8Array.from({ length: 256 }, (_, i) => i)],
      ["nothing", new Uint8Array()],
      ["a view into a larger buffer", new Uint8Array([9, 1, 2, 9]).subarray(1, 3)],
      ["a megabyte", new Uint8Array(1 << 20).fill(0xe3)],
    ])("hands out the upload byte for byte: %s", async (_, payload) => {
      await jobs.add(aJob({ payload }));
      const job = await leased(jobs);
      expect(job).toMatchObject({ state: "running", attempt: 1 });
      expect(Buffer.compare((await jobs.upload(job)) as Uint8Array, payload)).toBe(0);
    });

    it("skips a job of a document with a running job, and takes the next one", async () => {
      await jobs.add(aJob({ document_id: "a" }));
      await jobs.add(aJob({ document_id: "a" }));
      await jobs.add(aJob({ document_id: "b" }));
      const first = await leased(jobs);
      expect(names([first, await jobs.lease(60), await jobs.lease(60)])).toEqual(["a", "b", null]);
      await jobs.finish(first, { report: null });
      expect(names([await jobs.lease(60)])).toEqual(["a"]);
    });

    it("takes the jobs of one document in the order of acceptance, also while the first one is paused", async () => {
      const [first, second] = [await jobs.add(aJob({ document_id: "a" })), await jobs.add(aJob({ document_id: "a" }))];
      await jobs.add(aJob({ document_id: "b" }));
      await jobs.giveBack(await leased(jobs), { counts: true, pause: 1 });
      expect(names([await leased(jobs), await jobs.lease(60)])).toEqual(["b", null]);
      let rested = await jobs.lease(60);
      for (; rested === null; rested = await jobs.lease(60)) await sleep(50);
      expect(rested).toMatchObject({ job_id: first.job_id });
      await jobs.finish(rested, { problems: [{ code: "pdf.damaged" }] });
      expect(await leased(jobs)).toMatchObject({ job_id: second.job_id });
    });

    it("takes only a short upload if requested, the one accepted first", async () => {
      const add = (document_id: string, bytes: number) =>
        jobs.add(aJob({ document_id, payload: new Uint8Array(bytes) }));
      await add("large", 11);
      await add("exact", 10);
      await add("empty", 0);
      await add("small", 5);
      const short = () => jobs.lease(60, 10);
      expect(names([await short(), await short(), await short(), await short()])).toEqual([
        "exact",
        "empty",
        "small",
        null,
      ]);
      expect(names([await jobs.lease(60)])).toEqual(["large"]);
    });

    it("lets no short upload overtake an earlier one of its document", async () => {
      for (const bytes of [11, 5]) await jobs.add(aJob({ document_id: "a", payload: new Uint8Array(bytes) }));
      expect(await jobs.lease(60, 10)).toBeNull();
      const large = await leased(jobs);
      expect(await jobs.lease(60, 10)).toBeNull();
      await jobs.finish(large, { report: null });
      expect(names([await jobs.lease(60, 10)])).toEqual(["a"]);
    });

    it("gives each job to one of many callers", async () => {
      for (let i = 0; i < 5; i++) await jobs.add(aJob({ document_id: `doc${i}` }));
      const found = await Promise.all(Array.from({ length: 20 }, () => jobs.lease(60)));
      expect(names(found).filter(Boolean).sort()).toEqual(["doc0", "doc1", "doc2", "doc3", "doc4"]);
    });

    it("never runs two jobs of one document, however many callers ask", async () => {
      for (let i = 0; i < 10; i++) await jobs.add(aJob());
      const found = await Promise.all(Array.from({ length: 20 }, () => jobs.lease(60)));
      expect(found.filter(Boolean)).toHaveLength(1);
    });
  });

  describe("a lease that has run out", () => {
    it("lets another worker take the job, which counts the attempt", async () => {
      await jobs.add(aJob());
      const lost = await leasedAndLost(jobs);
      expect(await leased(jobs)).toMatchObject({ job_id: lost.job_id, attempt: 2 });
      expect(await jobs.lease(60)).toBeNull();
    });

    it("stops the worker that had it", async () => {
      const { job_id } = await jobs.add(aJob());
      const lost = await leasedAndLost(jobs);
      const taken = await leased(jobs);
      expect(await jobs.upload(lost)).toBeNull();
      expect(await jobs.keep(lost, 60, 0.9)).toBe(false);
      await jobs.finish(lost, { report: { from: "lost" } });
      await jobs.finish(lost, { problems: [{ code: "pdf.damaged" }] });
      await jobs.giveBack(lost, { counts: false, pause: 0 });
      expect(await jobs.find(job_id)).toMatchObject({
        state: "running",
        progress: 0,
        report: null,
        problems: [],
      });
      expect(await jobs.keep(taken, 60, 0.5)).toBe(true);
    });

    it("remains the worker's until another worker takes the job", async () => {
      await jobs.add(aJob());
      const late = await leasedAndLost(jobs);
      expect(await jobs.keep(late, 60, 0.5)).toBe(true);
      expect(await jobs.lease(60)).toBeNull();
    });

    it("counts as often as workers die over the job, until one ends it unread", async () => {
      const { job_id } = await jobs.add(aJob());
      for (let attempt = 1; attempt <= 5; attempt++) expect(await leasedAndLost(jobs)).toMatchObject({ attempt });
      const problems = [{ code: "job.ended_service", attempts: 5, job_id }] as const;
      await jobs.finish(await leased(jobs), { problems });
      expect(await jobs.lease(60)).toBeNull();
      expect(await jobs.find(job_id)).toMatchObject({
        state: "failed",
        problems,
      });
      expect(await opened().payloadOf(job_id)).toBeNull();
    });

    it("goes before the later jobs of its document", async () => {
      const first = await jobs.add(aJob());
      await jobs.add(aJob());
      await leasedAndLost(jobs);
      expect(await leased(jobs)).toMatchObject({ job_id: first.job_id });
      expect(await jobs.lease(60)).toBeNull();
    });
  });

  describe("progress", () => {
    it("is visible to every instance, and extends the lease", async () => {
      const { job_id } = await jobs.add(aJob());
      const job = await leased(jobs, 0.2);
      expect(await jobs.keep(job, 60, 0.25)).toBe(true);
      await sleep(250);
      expect(await jobs.lease(60)).toBeNull();
      expect(await jobs.find(job_id)).toMatchObject({
        state: "running",
        progress: 0.25,
        report: null,
      });
    });

    it("reaches the worker that takes over", async () => {
      await jobs.add(aJob());
      await jobs.keep(await leased(jobs), 0.02, 0.25);
      await sleep(60);
      expect(await leased(jobs)).toMatchObject({ progress: 0.25, attempt: 2 });
    });
  });

  describe("a job that is given back", () => {
    it("can be taken immediately, with its upload", async () => {
      await jobs.add(aJob({ payload: new Uint8Array([1, 2]) }));
      const job = await leased(jobs);
      await jobs.giveBack(job, { counts: true, pause: 0 });
      expect(await jobs.find(job.job_id)).toMatchObject({ state: "queued" });
      const again = await leased(jobs);
      expect(again).toMatchObject({ job_id: job.job_id, attempt: 2 });
      expect([...((await jobs.upload(again)) ?? [])]).toEqual([1, 2]);
    });

    it("has as many attempts as before when this one does not count", async () => {
      await jobs.add(aJob());
      for (let i = 0; i < 4; i++) await jobs.giveBack(await leased(jobs), { counts: false, pause: 0 });
      expect(await leased(jobs)).toMatchObject({ attempt: 1 });
    });

    it.each([true, false])(
      "is no longer the worker's, also after another worker took it (counted: %s)",
      async (counts) => {
        await jobs.add(aJob());
        const job = await leased(jobs);
        await jobs.giveBack(job, { counts, pause: 0 });
        expect(await jobs.keep(job, 60, 0.5)).toBe(false);
        await leased(jobs);
        expect(await jobs.keep(job, 60, 0.5)).toBe(false);
        expect(await jobs.upload(job)).toBeNull();
      },
    );

    it("waits for the pause, while the ones behind it go first", async () => {
      await jobs.add(aJob({ document_id: "a" }));
      await jobs.add(aJob({ document_id: "b" }));
      await jobs.giveBack(await leased(jobs), { counts: true, pause: 3 });
      expect(names([await leased(jobs), await jobs.lease(60)])).toEqual(["b", null]);
      let rested = await jobs.lease(60);
      for (; rested === null; rested = await jobs.lease(60)) await sleep(50);
      expect(names([rested])).toEqual(["a"]);
    });
  });

  describeUnless(leftOut.severalInstances, "with several instances", () => {
    it("each job goes to one of them, one per document", async () => {
      for (let i = 0; i < 20; i++) await jobs.add(aJob({ document_id: `doc${i % 5}` }));
      for (let round = 0; round < 4; round++) {
        const asked = Array.from({ length: 16 }, (_, i) => (i % 2 ? opened().elsewhere : jobs)?.lease(60) ?? null);
        const found = (await Promise.all(asked)).filter((job) => job !== null);
        expect(names(found).sort()).toEqual(["doc0", "doc1", "doc2", "doc3", "doc4"]);
        await Promise.all(found.map((job) => jobs.finish(job, { report: null })));
      }
      expect(await jobs.lease(60)).toBeNull();
    });
  });
}
