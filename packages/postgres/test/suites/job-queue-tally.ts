import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { aJob } from "@retrieval/contract";
import type { JobQueue } from "@retrieval/core/ports";
import { leased, leasedAndLost, type OpenJobQueue } from "./open-job-queue.js";

/** The figures of the queue for operators. */
export function tallyClauses(opened: () => OpenJobQueue): void {
  let jobs: JobQueue;
  beforeEach(() => {
    jobs = opened().jobs;
  });

  describe("the tally", () => {
    it("of a queue without jobs has nothing", async () => {
      const nothing = { queued: 0, running: 0, done: 0, failed: 0, longest_wait: 0, longest_overdue: 0 };
      expect(await jobs.tally()).toEqual(nothing);
    });

    it("counts jobs by state", async () => {
      for (const document_id of ["done", "failed", "running", "queued", "queued-too"])
        await jobs.add(aJob({ document_id }));
      await jobs.finish(await leased(jobs), { report: null });
      await jobs.finish(await leased(jobs), { problems: [{ code: "pdf.damaged" }] });
      await leased(jobs);
      expect(await jobs.tally()).toMatchObject({ queued: 2, running: 1, done: 1, failed: 1, longest_overdue: 0 });
    });

    it("returns how long a job has waited since a worker could take it: not in a pause", async () => {
      const before = performance.now();
      await jobs.add(aJob());
      await sleep(20);
      const { longest_wait } = await jobs.tally();
      expect(longest_wait).toBeGreaterThan(0.01);
      expect(longest_wait).toBeLessThan((performance.now() - before) / 1000 + 0.5);
      await jobs.giveBack(await leased(jobs), { counts: true, pause: 60 });
      expect(await jobs.tally()).toMatchObject({ queued: 1, longest_wait: 0 });
    });

    it("returns how long ago a lease expired that no worker took over", async () => {
      await jobs.add(aJob());
      await leasedAndLost(jobs);
      expect((await jobs.tally()).longest_overdue).toBeGreaterThan(0.03);
      await leased(jobs);
      expect(await jobs.tally()).toMatchObject({ running: 1, longest_overdue: 0 });
    });
  });
}
