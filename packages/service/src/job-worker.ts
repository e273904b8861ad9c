import { setTimeout as sleep } from "node:timers/promises";
import { type JobQueue, type LeasedJob, UnreadableDocumentError } from "@retrieval/core";
import type { Logger } from "pino";

/** Does one kind of job. It may be called again for the same job, when a worker died over it. */
export type JobHandler = (
  job: LeasedJob,
  onProgress: (progress: number, report?: object) => Promise<void>,
) => Promise<object>;

export interface JobWorkerDeps {
  readonly jobs: JobQueue;
  readonly handlers: Readonly<Record<LeasedJob["kind"], JobHandler>>;
  readonly logger: Logger;
}

/** Seconds for which a job belongs to its worker; renewed while it works, so a dead worker's job is free after this. */
const LEASE = 60;
/** How often an idle worker looks, in milliseconds; a job accepted by this instance wakes it at once. */
const LOOK_EVERY = 1_000;
const ATTEMPTS_MAX = 3;
/** An import that nobody applied is forgotten after a day, in seconds; looked for every hour, in milliseconds. */
const UNCONFIRMED_MAX = 24 * 3600;
const TIDY_EVERY = 3600 * 1000;

/** Thrown inside a handler when another worker holds the job by now. */
class LeaseLostError extends Error {}

/** Does jobs one after the other until it is stopped. */
export class JobWorker {
  readonly #stop = new AbortController();
  #wake: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();
  #tidying: NodeJS.Timeout | undefined;

  constructor(private readonly deps: JobWorkerDeps) {}

  start(): void {
    this.#loop = this.#run();
    this.#tidying = setInterval(() => this.#tidy(), TIDY_EVERY);
  }

  /** A job is waiting: look at once. */
  wake(): void {
    this.#wake();
  }

  /** Finishes the job at hand; resolves when nothing runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.#tidying);
    this.#stop.abort();
    this.#wake();
    await this.#loop;
  }

  async #tidy(): Promise<void> {
    const { jobs, logger } = this.deps;
    try {
      await jobs.forgetUnconfirmed(UNCONFIRMED_MAX);
    } catch (error) {
      logger.warn({ err: error }, "imports that nobody applied could not be forgotten; trying again in an hour");
    }
  }

  async #run(): Promise<void> {
    const { jobs, logger } = this.deps;
    while (!this.#stop.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        const job = await jobs.lease(LEASE);
        if (job !== null) {
          await this.#do(job);
          continue;
        }
      } catch (error) {
        logger.error({ err: error }, "the job queue cannot be read; trying again");
      }
      const idle = new AbortController();
      await Promise.race([woken, sleep(LOOK_EVERY, undefined, { signal: idle.signal }).catch(() => undefined)]);
      idle.abort();
    }
  }

  async #do(job: LeasedJob): Promise<void> {
    const { jobs, handlers, logger } = this.deps;
    const { job_id, kind, document_id, attempt } = job;
    const log = logger.child({ job_id, kind, document_id });
    let report = job.report as object | null;
    let progress = job.progress;
    const renew = async () => {
      if (!(await jobs.progress(job, progress, report, LEASE))) throw new LeaseLostError();
    };
    // A long step reports nothing for a while; the lease is kept all the same.
    const keeping = setInterval(() => renew().catch(() => undefined), (LEASE * 1000) / 3);
    try {
      const done = await handlers[kind](job, async (newProgress, newReport) => {
        progress = newProgress;
        report = newReport ?? report;
        await renew();
      });
      await jobs.finish(job, { report: done });
      log.info("job done");
    } catch (error) {
      if (error instanceof LeaseLostError) return log.warn("another worker took this job over");
      if (error instanceof UnreadableDocumentError) {
        log.warn({ reason: error.message }, "the document could not be read");
        return await jobs.finish(job, { error: error.message });
      }
      log.error({ err: error, attempt }, "job failed");
      if (attempt < ATTEMPTS_MAX) return await this.#tryLater(job);
      await jobs.finish(job, {
        error: `Something went wrong inside the service ${attempt} times. Its log has the details under job ${job_id}.`,
      });
    } finally {
      clearInterval(keeping);
    }
  }

  /** A job that fails over and over waits a little between its attempts, so that it does not keep the others out. */
  async #tryLater(job: LeasedJob): Promise<void> {
    await sleep(LOOK_EVERY, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    await this.deps.jobs.giveBack(job);
  }
}
