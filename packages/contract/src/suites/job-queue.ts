import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { HeldJob, JobKind, JobQueue } from "@retrieval/core";
import { aJob } from "../builders.js";
import { describeUnless } from "./left-out.js";

export interface OpenJobQueue {
  readonly jobs: JobQueue;
  /** The same queue as another instance has it. */
  readonly elsewhere?: JobQueue;
  /** What the store keeps of the upload; null once it is dropped. */
  payloadOf(job_id: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/**
 * The contract of {@link JobQueue}.
 * @param open an empty queue
 */
export function jobQueueContract(
  name: string,
  open: () => Promise<OpenJobQueue>,
  leftOut: { readonly severalInstances?: string } = {},
): void {
  describe(`${name} keeps the contract of JobQueue`, () => {
    let jobs: JobQueue;
    let opened: OpenJobQueue;
    beforeEach(async () => {
      opened = await open();
      jobs = opened.jobs;
    });
    afterEach(() => opened.close());

    const leased = async (seconds = 60, kind: JobKind = "ingest"): Promise<HeldJob> => {
      const job = await jobs.lease(kind, seconds);
      if (job === null) throw new Error("no job to lease");
      return job;
    };
    const leasedAndLost = async (): Promise<HeldJob> => {
      const job = await leased(0.02);
      await sleep(60);
      return job;
    };
    const names = (found: readonly (HeldJob | null)[]) => found.map((job) => job?.document_id ?? null);

    describe("a job that was added", () => {
      it("is found as it was asked for", async () => {
        const options = { title: "就業規則 𠮷", b: 1, a: [null, true, "\\u0000\u0001"] };
        const added = await jobs.add(aJob({ options, report: { warnings: [] } }));
        expect(added).toEqual({
          job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          kind: "ingest",
          document_id: "work-rules",
          state: "queued",
          progress: 0,
          options,
          report: { warnings: [] },
          error: null,
          accepted: expect.any(Number),
        });
        expect(await jobs.find("ingest", added.job_id)).toEqual(added);
      });

      it("is not found as a job of another kind", async () => {
        const { job_id } = await jobs.add(aJob());
        expect(await jobs.find("import", job_id)).toBeNull();
      });

      it.each(["", "1", "%", "not-a-uuid", "00000000-0000-0000-0000-000000000000", "a\0b", "{}"])(
        "does not answer to the unknown id %j",
        async (job_id) => {
          await jobs.add(aJob());
          expect(await jobs.find("ingest", job_id)).toBeNull();
          expect(await jobs.release(job_id)).toBeNull();
        },
      );

      it("has a number of acceptance of its own, greater than those before", async () => {
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

    describe("leasing", () => {
      it("gives null when there is nothing to do", async () => {
        expect(await jobs.lease("ingest", 60)).toBeNull();
      });

      it("takes the job of the kind accepted first, and leaves the other kind to others", async () => {
        await jobs.add(aJob({ document_id: "a" }));
        const { job_id } = await jobs.add(aJob({ kind: "import", document_id: null }));
        await jobs.add(aJob({ document_id: "c" }));
        expect(names([await leased(), await leased()])).toEqual(["a", "c"]);
        expect(await jobs.lease("ingest", 60)).toBeNull();
        expect(await jobs.lease("import", 60)).toMatchObject({ job_id, kind: "import" });
      });

      it.each([
        ["every byte", Uint8Array.from({ length: 256 }, (_, i) => i)],
        ["nothing", new Uint8Array()],
        ["a view into a larger buffer", new Uint8Array([9, 1, 2, 9]).subarray(1, 3)],
        ["a megabyte", new Uint8Array(1 << 20).fill(0xe3)],
      ])("hands out the upload byte for byte: %s", async (_, payload) => {
        await jobs.add(aJob({ payload }));
        const job = await leased();
        expect(job).toMatchObject({ state: "running", attempt: 1 });
        expect(Buffer.compare((await jobs.upload(job)) as Uint8Array, payload)).toBe(0);
      });

      it("passes by a job of a document of which one is running, and takes the next one", async () => {
        await jobs.add(aJob({ document_id: "a" }));
        await jobs.add(aJob({ document_id: "a" }));
        await jobs.add(aJob({ document_id: "b" }));
        const first = await leased();
        expect(names([first, await jobs.lease("ingest", 60), await jobs.lease("ingest", 60)])).toEqual([
          "a",
          "b",
          null,
        ]);
        await jobs.finish(first, { report: null });
        expect(names([await jobs.lease("ingest", 60)])).toEqual(["a"]);
      });

      it("lets jobs about no document run side by side", async () => {
        await jobs.add(aJob({ kind: "import", document_id: null }));
        await jobs.add(aJob({ kind: "import", document_id: null }));
        await leased(60, "import");
        await leased(60, "import");
      });

      it("gives each job to one of many callers", async () => {
        for (let i = 0; i < 5; i++) await jobs.add(aJob({ document_id: `doc${i}` }));
        const found = await Promise.all(Array.from({ length: 20 }, () => jobs.lease("ingest", 60)));
        expect(names(found).filter(Boolean).sort()).toEqual(["doc0", "doc1", "doc2", "doc3", "doc4"]);
      });

      it("never runs two jobs of one document, however many callers ask", async () => {
        for (let i = 0; i < 10; i++) await jobs.add(aJob());
        const found = await Promise.all(Array.from({ length: 20 }, () => jobs.lease("ingest", 60)));
        expect(found.filter(Boolean)).toHaveLength(1);
      });
    });

    describe("a lease that has run out", () => {
      it("lets another worker take the job, which counts the attempt", async () => {
        await jobs.add(aJob());
        const lost = await leasedAndLost();
        expect(await leased()).toMatchObject({ job_id: lost.job_id, attempt: 2 });
        expect(await jobs.lease("ingest", 60)).toBeNull();
      });

      it("stops the worker that had it", async () => {
        const { job_id } = await jobs.add(aJob());
        const lost = await leasedAndLost();
        const taken = await leased();
        expect(await jobs.upload(lost)).toBeNull();
        expect(await jobs.progress(lost, 0.9, { from: "lost" }, 60)).toBe(false);
        await jobs.finish(lost, { report: { from: "lost" } });
        await jobs.finish(lost, { error: "lost" });
        await jobs.giveBack(lost, { counts: false, pause: 0 });
        expect(await jobs.find("ingest", job_id)).toMatchObject({
          state: "running",
          progress: 0,
          report: null,
          error: null,
        });
        expect(await jobs.progress(taken, 0.5, null, 60)).toBe(true);
      });

      it("is still the worker's while nobody else has taken the job", async () => {
        await jobs.add(aJob());
        const late = await leasedAndLost();
        expect(await jobs.progress(late, 0.5, null, 60)).toBe(true);
        expect(await jobs.lease("ingest", 60)).toBeNull();
      });

      it("counts as often as workers die over the job, until one ends it unread", async () => {
        const { job_id } = await jobs.add(aJob());
        for (let attempt = 1; attempt <= 5; attempt++) expect(await leasedAndLost()).toMatchObject({ attempt });
        await jobs.finish(await leased(), { error: "The service ended 5 times over it." });
        expect(await jobs.lease("ingest", 60)).toBeNull();
        expect(await jobs.find("ingest", job_id)).toMatchObject({
          state: "failed",
          error: "The service ended 5 times over it.",
        });
        expect(await opened.payloadOf(job_id)).toBeNull();
      });

      it("goes before the later jobs of its document", async () => {
        const first = await jobs.add(aJob());
        await jobs.add(aJob());
        await leasedAndLost();
        expect(await leased()).toMatchObject({ job_id: first.job_id });
        expect(await jobs.lease("ingest", 60)).toBeNull();
      });
    });

    describe("progress", () => {
      it("is seen by everybody and holds the job for longer", async () => {
        const { job_id } = await jobs.add(aJob());
        const job = await leased(0.2);
        expect(await jobs.progress(job, 0.25, { warnings: ["one"] }, 60)).toBe(true);
        await sleep(250);
        expect(await jobs.lease("ingest", 60)).toBeNull();
        expect(await jobs.find("ingest", job_id)).toMatchObject({
          state: "running",
          progress: 0.25,
          report: { warnings: ["one"] },
        });
      });

      it("and report reach the worker that takes over", async () => {
        await jobs.add(aJob());
        await jobs.progress(await leased(), 0.25, { done: 3 }, 0.02);
        await sleep(60);
        expect(await leased()).toMatchObject({ progress: 0.25, report: { done: 3 }, attempt: 2 });
      });
    });

    describe("the end", () => {
      it("of a job that is done keeps its report and drops the upload", async () => {
        const { job_id } = await jobs.add(aJob());
        const job = await leased();
        expect(await opened.payloadOf(job_id)).not.toBeNull();
        await jobs.finish(job, { report: { changes: 1 } });
        expect(await jobs.find("ingest", job_id)).toMatchObject({
          state: "done",
          progress: 1,
          report: { changes: 1 },
          error: null,
        });
        expect(await opened.payloadOf(job_id)).toBeNull();
        expect(await jobs.lease("ingest", 60)).toBeNull();
      });

      it("of a job that failed says why and drops the upload", async () => {
        const { job_id } = await jobs.add(aJob());
        await jobs.finish(await leased(), { error: "The file is not a PDF." });
        expect(await jobs.find("ingest", job_id)).toMatchObject({ state: "failed", error: "The file is not a PDF." });
        expect(await opened.payloadOf(job_id)).toBeNull();
      });

      it("comes once", async () => {
        const { job_id } = await jobs.add(aJob());
        const job = await leased();
        await jobs.finish(job, { report: { first: true } });
        await jobs.finish(job, { error: "second" });
        await jobs.giveBack(job, { counts: true, pause: 0 });
        expect(await jobs.progress(job, 0.1, null, 60)).toBe(false);
        expect(await jobs.find("ingest", job_id)).toMatchObject({
          state: "done",
          report: { first: true },
          error: null,
        });
      });
    });

    describe("a job that is given back", () => {
      it("can be taken at once, upload and all", async () => {
        await jobs.add(aJob({ payload: new Uint8Array([1, 2]) }));
        const job = await leased();
        await jobs.giveBack(job, { counts: true, pause: 0 });
        expect(await jobs.find("ingest", job.job_id)).toMatchObject({ state: "queued" });
        const again = await leased();
        expect(again).toMatchObject({ job_id: job.job_id, attempt: 2 });
        expect([...((await jobs.upload(again)) ?? [])]).toEqual([1, 2]);
      });

      it("has as many attempts as before when this one does not count", async () => {
        await jobs.add(aJob());
        for (let i = 0; i < 4; i++) await jobs.giveBack(await leased(), { counts: false, pause: 0 });
        expect(await leased()).toMatchObject({ attempt: 1 });
      });

      it.each([true, false])(
        "is no longer the worker's, also after somebody took it again (counted: %s)",
        async (counts) => {
          await jobs.add(aJob());
          const job = await leased();
          await jobs.giveBack(job, { counts, pause: 0 });
          expect(await jobs.progress(job, 0.5, null, 60)).toBe(false);
          await leased();
          expect(await jobs.progress(job, 0.5, null, 60)).toBe(false);
          expect(await jobs.upload(job)).toBeNull();
        },
      );

      it("rests for the pause, while the ones behind it go first", async () => {
        await jobs.add(aJob({ document_id: "a" }));
        await jobs.add(aJob({ document_id: "b" }));
        await jobs.giveBack(await leased(), { counts: true, pause: 0.3 });
        expect(names([await leased(), await jobs.lease("ingest", 60)])).toEqual(["b", null]);
        await sleep(350);
        expect(names([await leased()])).toEqual(["a"]);
      });
    });

    describe("a job that has ended", () => {
      const ended = async (document_id: string, outcome: { report: null } | { error: string } = { report: null }) => {
        const { job_id } = await jobs.add(aJob({ document_id }));
        await jobs.finish(await leased(), outcome);
        return job_id;
      };
      const left = async (ids: readonly string[]) =>
        (await Promise.all(ids.map((id) => jobs.find("ingest", id)))).filter((job) => job !== null).length;

      it("is forgotten after its time, done or failed, and nothing else is", async () => {
        const ids = [await ended("a"), await ended("b", { error: "no" })];
        const { job_id: running } = await jobs.add(aJob({ document_id: "c" }));
        await leased();
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

      it("is forgotten once, however many ask", async () => {
        for (const document_id of ["a", "b", "c", "d"]) await ended(document_id);
        await sleep(30);
        const counts = await Promise.all([1, 2, 3, 4].map(() => jobs.forgetEnded(0.01, 10)));
        expect(counts.reduce((sum, count) => sum + count)).toBe(4);
      });
    });

    describe("a checked job", () => {
      it("waits until it is released", async () => {
        const { job_id } = await jobs.add(aJob({ kind: "import", document_id: null, state: "checked" }));
        expect(await jobs.lease("import", 60)).toBeNull();
        expect(await jobs.release(job_id)).toMatchObject({ job_id, state: "queued" });
        expect(await leased(60, "import")).toMatchObject({ job_id });
      });

      it("is released once, however many ask", async () => {
        const { job_id } = await jobs.add(aJob({ kind: "import", document_id: null, state: "checked" }));
        const answers = await Promise.all(Array.from({ length: 10 }, () => jobs.release(job_id)));
        expect(answers.filter(Boolean)).toHaveLength(1);
      });

      it("is forgotten when it has waited too long, and nothing else is", async () => {
        const waiting = await jobs.add(aJob({ kind: "import", document_id: null, state: "checked" }));
        const queued = await jobs.add(aJob());
        expect(await jobs.forgetUnconfirmed(60)).toBe(0);
        await sleep(30);
        expect(await jobs.forgetUnconfirmed(0.01)).toBe(1);
        expect(await jobs.find("import", waiting.job_id)).toBeNull();
        expect(await jobs.find("ingest", queued.job_id)).not.toBeNull();
      });

      it("is the only one that can be released", async () => {
        const { job_id } = await jobs.add(aJob());
        expect(await jobs.release(job_id)).toBeNull();
        await jobs.finish(await leased(), { report: null });
        expect(await jobs.release(job_id)).toBeNull();
      });
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
        await jobs.finish(await leased(), { report: null });
        await jobs.finish(await leased(), { error: "The file is damaged." });
        await leased();
        expect(await tallyOf("ingest")).toMatchObject({
          queued: 2,
          running: 1,
          done: 1,
          failed: 1,
          longest_overdue: 0,
        });
        expect(await tallyOf("import")).toMatchObject({ queued: 1, running: 0, done: 0, failed: 0 });
      });

      it("says how long a job has waited since a worker could have taken it: not before its release, not in a pause", async () => {
        const { job_id } = await jobs.add(aJob({ kind: "import", document_id: null, state: "checked" }));
        await sleep(1_000);
        await jobs.release(job_id);
        const wait = (await tallyOf("import"))?.longest_wait ?? Number.NaN;
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThan(1);
        await sleep(20);
        expect((await tallyOf("import"))?.longest_wait).toBeGreaterThan(wait);
        await jobs.giveBack(await leased(60, "import"), { counts: true, pause: 60 });
        expect(await tallyOf("import")).toMatchObject({ queued: 1, longest_wait: 0 });
      });

      it("says how long ago a lease ran out that nobody took over", async () => {
        await jobs.add(aJob());
        await leasedAndLost();
        expect((await tallyOf("ingest"))?.longest_overdue).toBeGreaterThan(0.03);
        await leased();
        expect(await tallyOf("ingest")).toMatchObject({ running: 1, longest_overdue: 0 });
      });
    });

    describeUnless(leftOut.severalInstances, "with several instances", () => {
      it("each job goes to one of them, one a document", async () => {
        for (let i = 0; i < 20; i++) await jobs.add(aJob({ document_id: `doc${i % 5}` }));
        for (let round = 0; round < 4; round++) {
          const asked = Array.from(
            { length: 16 },
            (_, i) => (i % 2 ? opened.elsewhere : jobs)?.lease("ingest", 60) ?? null,
          );
          const found = (await Promise.all(asked)).filter((job) => job !== null);
          expect(names(found).sort()).toEqual(["doc0", "doc1", "doc2", "doc3", "doc4"]);
          await Promise.all(found.map((job) => jobs.finish(job, { report: null })));
        }
        expect(await jobs.lease("ingest", 60)).toBeNull();
      });
    });
  });
}
