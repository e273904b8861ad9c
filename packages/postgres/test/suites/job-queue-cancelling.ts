import { beforeEach, expect, it } from "@jest/globals";
import { aJob, aUser, describeUnless } from "@retrieval/contract";
import { SenderNotAdminError } from "@retrieval/core/errors";
import type { JobQueue, RecordedEntry } from "@retrieval/core/ports";
import { type LeftOutOfJobQueue, leased, type OpenJobQueue } from "./open-job-queue.js";
import { given } from "./open-users.js";

/** The contract of listing and cancelling jobs. */
export function cancellingClauses(opened: () => OpenJobQueue, leftOut: LeftOutOfJobQueue): void {
  const jobs = () => opened().jobs;
  const cancelled = async (): Promise<readonly RecordedEntry[]> =>
    opened().audit.list({ kind: "job-cancelled", limit: 100 });
  beforeEach(() => given(opened().users, aUser({ user_id: "1", role: "admin" })));

  it("lists jobs of every state, latest first", async () => {
    const added = [await jobs().add(aJob()), await jobs().add(aJob({ document_id: "another" }))];
    added.push(await jobs().add(aJob({ document_id: "other" })));
    await jobs().finish(await leased(jobs()), { problems: [{ code: "pdf.damaged" }] });
    const all = await jobs().list({ limit: 10 });
    expect(all.map(({ job_id }) => job_id)).toEqual(added.map(({ job_id }) => job_id).reverse());
    expect(all.map(({ state }) => state)).toEqual(["queued", "queued", "failed"]);
    expect(await jobs().list({ limit: 2 })).toEqual(all.slice(0, 2));
    expect(await jobs().list({ limit: 2, before: all[1]?.accepted as number })).toEqual(all.slice(2));
  });

  it("cancels a queued job, deletes its upload and records who did it", async () => {
    const { job_id } = await jobs().add(aJob());
    expect(await jobs().cancel(job_id, "1")).toMatchObject({ done: true, job: { job_id, state: "cancelled" } });
    expect(await jobs().find(job_id)).toMatchObject({ state: "cancelled", problems: [] });
    expect(await opened().payloadOf(job_id)).toBeNull();
    expect(await jobs().lease(60)).toBeNull();
    expect(await cancelled()).toMatchObject([
      { by_user: "1", document_id: "work-rules", user_id: null, details: { job_id } },
    ]);
  });

  it("cancels a job that was given back", async () => {
    const { job_id } = await jobs().add(aJob());
    await jobs().giveBack(await leased(jobs()), { counts: true, pause: 100 });
    expect(await jobs().cancel(job_id, "1")).toMatchObject({ done: true });
  });

  it("does not change a running or ended job, and records nothing", async () => {
    const added = [
      await jobs().add(aJob({ document_id: "done" })),
      await jobs().add(aJob({ document_id: "failed" })),
      await jobs().add(aJob({ document_id: "running" })),
    ];
    await jobs().finish(await leased(jobs()), { report: null });
    await jobs().finish(await leased(jobs()), { problems: [{ code: "pdf.damaged" }] });
    const running = await leased(jobs());
    const before = await jobs().list({ limit: 10 });
    for (const { job_id } of added) expect(await jobs().cancel(job_id, "1")).toMatchObject({ done: false });
    expect(await jobs().list({ limit: 10 })).toEqual(before);
    expect(await jobs().keep(running, 60)).toBe(true);
    for (const id of ["", "no-uuid", "00000000-0000-0000-0000-000000000000", "a\0b"])
      expect(await jobs().cancel(id, "1")).toBeNull();
    expect(await cancelled()).toEqual([]);
  });

  it("does not cancel for a user who is not an active administrator, and records nothing", async () => {
    const { job_id } = await jobs().add(aJob());
    const deactivated = aUser({ user_id: "3", role: "admin", is_active: false });
    await given(opened().users, aUser({ user_id: "2", role: "developer" }), deactivated);
    for (const sender of ["2", "3", "unknown"])
      await expect(jobs().cancel(job_id, sender)).rejects.toThrow(SenderNotAdminError);
    expect(await jobs().find(job_id)).toMatchObject({ state: "queued" });
    expect(await opened().payloadOf(job_id)).not.toBeNull();
    expect(await cancelled()).toEqual([]);
  });

  it("forgets a cancelled job like any other that ended", async () => {
    const { job_id } = await jobs().add(aJob());
    await jobs().cancel(job_id, "1");
    expect(await jobs().forgetEnded(0, 10)).toBe(1);
    expect(await jobs().find(job_id)).toBeNull();
  });

  it("cancels once, however many callers", async () => {
    const { job_id } = await jobs().add(aJob());
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => jobs().cancel(job_id, "1")));
    expect(outcomes.filter((outcome) => outcome?.done)).toHaveLength(1);
    expect(await cancelled()).toHaveLength(1);
  });

  describeUnless(leftOut.severalInstances, "a worker and an administrator at the same moment", () => {
    it("exactly one gets the job", async () => {
      const elsewhere = opened().elsewhere as JobQueue;
      const taken = new Set<string>();
      const stopped = new Set<string>();
      for (let round = 0; round < 30; round++) {
        const { job_id } = await jobs().add(aJob({ document_id: `d${round}` }));
        const [lease, cancel] = await Promise.all(
          round % 2
            ? [jobs().lease(60), elsewhere.cancel(job_id, "1")]
            : [elsewhere.lease(60), jobs().cancel(job_id, "1")],
        );
        if (lease) taken.add(lease.job_id);
        if (cancel?.done) stopped.add(job_id);
        expect((lease?.job_id === job_id) !== (cancel?.done === true)).toBe(true);
      }
      expect(taken.size + stopped.size).toBe(30);
    });
  });
}
