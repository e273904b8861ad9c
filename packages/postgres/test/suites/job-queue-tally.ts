import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { aJob } from "@retrieval/contract";
import type { JobKind, JobQueue } from "@retrieval/core/ports";
import { leased, leasedAndLost, type OpenJobQueue } from "./open-job-queue.js";

/** The figures of the queue for operators. */
export function tallyClauses(opened: () => OpenJobQueue): void {
  let jobs: JobQueue;
  beforeEach(() => {
    jobs = opened().jobs;
  });

  describe("the tally", () => {
    const tallyOf = async (kind: JobKind) => (await jobs.tally()).find((tally) => tally.kind === kind);
    const nothing = { queued: 0, running: 0, done: 0, failed: 0, longest_wait: 0, longest_overdue: 0 };

    it("of a queue without jobs has each kind with nothing", async () => {
      const found = [...(await jobs.tally())].sort((one, other) => one.kind.localeCompare(other.kind));
      expect(found).toEqual([
        { kind: "import", ...nothing },
        { kind: "ingest", ...nothing },
      ]);
    });

    it("counts jobs by kind and state", async () => {
      for (const document_id of ["done", "failed", "running", "queued", "queued-too"])
        await jobs.add(aJob({ document_id }));
      await jobs.add(aJob({ kind: "import", document_id: null, state: "checked" }));
      await jobs.add(aJob({ kind: "import", document_id: null }));
      await jobs.finish(await leased(jobs), { report: null });
      await jobs.finish(await leased(jobs), { problems: [{ code: "pdf.damaged" }] });
      await leased(jobs);
      expect(await tallyOf("ingest")).toMatchObject({
        queued: 2,
        running: 1,
        done: 1,
        failed: 1,
        longest_overdue: 0,
      });
      expect(await tallyOf("import")).toMatchObject({ queued: 1, running: 0, done: 0, failed: 0 });
    });

    it("returns how long a job has waited since a worker could take it: not before its release, not in a pause", async () => {
      const { job_id } = await jobs.add(aJob({ kind: "import", document_id: null, state: "checked" }));
      await sleep(1_000);
      const released = performance.now();
      await jobs.release(job_id);
      const wait = (await tallyOf("import"))?.longest_wait ?? Number.NaN;
      expect(wait).toBeGreaterThanOrEqual(0);
      // Excludes the second before its release.
      expect(wait).toBeLessThan((performance.now() - released) / 1000 + 0.5);
      await sleep(20);
      expect((await tallyOf("import"))?.longest_wait).toBeGreaterThan(wait);
      await jobs.giveBack(await leased(jobs, 60, "import"), { counts: true, pause: 60 });
      expect(await tallyOf("import")).toMatchObject({ queued: 1, longest_wait: 0 });
    });

    it("returns how long ago a lease expired that no worker took over", async () => {
      await jobs.add(aJob());
      await leasedAndLost(jobs);
      expect((await tallyOf("ingest"))?.longest_overdue).toBeGreaterThan(0.03);
      await leased(jobs);
      expect(await tallyOf("ingest")).toMatchObject({ running: 1, longest_overdue: 0 });
    });
  });
}
