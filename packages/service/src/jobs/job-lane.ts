import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { sentenceOf } from "@retrieval/api/texts";
import { ChangeRefusedError } from "@retrieval/core/errors";
import {
  type HeldJob,
  JobLostError,
  type JobQueue,
  type LeasedJob,
  UnreadableDocumentError,
} from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import type { Logger } from "pino";
import { unlessAborted } from "../process/unless-aborted.js";
import { within } from "../process/within.js";
import type { Outage } from "./outage.js";

/** Runs a job. It may run again for the same job if a worker died during it. */
export type JobHandler = (job: LeasedJob, onProgress: (progress: number) => Promise<void>) => Promise<object>;

interface JobLaneDeps {
  readonly jobs: JobQueue;
  readonly handler: JobHandler;
  readonly outage: Outage;
  readonly logger: Logger;
}

/** How long a job belongs to its worker, in seconds. The worker renews it, so a dead worker's job is free after this. */
const LEASE = 60;
/** How often an idle lane polls the queue, in milliseconds; a job accepted by this instance wakes it at once. */
const LOOK_EVERY = 1_000;
/** The longest pause while the queue cannot be read, in milliseconds. */
const LOOK_AGAIN_MAX = 30_000;
const ATTEMPTS_MAX = 3;
/** The pause after the first failed attempt, in seconds; each further pause is ten times as long. */
const RETRY_AFTER = 2;
/** How long the current job has to end when the service stops, in milliseconds. */
const FINISH_WITHIN = 2_000;
/** How often a stopping lane tries to reach a database that is away, and the pause between tries in milliseconds. */
const LAST_TRIES = 3;
const LAST_TRY_AFTER = 500;

/** Thrown inside an attempt when the service stops. */
class StoppedError extends Error {}

/** Saves how an attempt ended. `tries` counts from 1; more than one means that the database was away. */
type Settlement = (tries: number) => Promise<void>;

/** Runs jobs one after the other until it is stopped. */
export class JobLane {
  readonly #stopping = new AbortController();
  readonly #stopped = new AbortController();
  #wake: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();
  /** When the current job was taken, by the process's own clock. */
  #since: number | null = null;

  /** @param largest the maximum size of an upload in bytes; absent: any */
  constructor(
    private readonly deps: JobLaneDeps,
    private readonly largest?: number,
  ) {}

  start(): void {
    this.#loop = this.#run();
  }

  wake(): void {
    this.#wake();
  }

  /** How long the current job has run, in seconds; 0 without one. */
  atHand(): number {
    return this.#since === null ? 0 : (performance.now() - this.#since) / 1000;
  }

  /** Takes no new job. Returns the current job to the queue unless it ends in a moment. */
  async stop(): Promise<void> {
    this.#stopping.abort(new StoppedError());
    this.#wake();
    const moment = setTimeout(() => this.#stopped.abort(new StoppedError()), FINISH_WITHIN);
    await this.#loop;
    clearTimeout(moment);
  }

  async #run(): Promise<void> {
    const { jobs, outage, logger } = this.deps;
    for (let failures = 0; !this.#stopping.signal.aborted; ) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        const job = await jobs.lease(LEASE, this.largest);
        failures = 0;
        outage.over();
        if (job !== null) {
          this.#since = performance.now();
          await this.#runJob(job).finally(() => {
            this.#since = null;
          });
          continue;
        }
      } catch (error) {
        failures += 1;
        if (!outage.noticed(error)) logger.error({ err: error }, "the job queue cannot be read; trying again");
      }
      await within(pauseAfter(failures), woken);
    }
  }

  async #runJob(job: HeldJob): Promise<void> {
    const { job_id, document_id } = job;
    const log = this.deps.logger.child({ job_id, document_id });
    const settle = job.attempt > ATTEMPTS_MAX ? this.#unread(job, log) : await this.#attempt(job, log);
    try {
      await this.#settleDespiteOutage(settle);
    } catch (error) {
      log.error(
        this.deps.outage.noticed(error) ? { reason: error.message } : { err: error },
        `the job's end could not be saved; the job runs again within ${LEASE} seconds`,
      );
    }
  }

  /** Fails a job during which workers died, so that it does not end one more. */
  #unread(job: HeldJob, log: Logger): Settlement {
    log.error({ attempt: job.attempt }, "the service died during this job too often; it is not tried again");
    const { attempt, job_id } = job;
    return this.#failed(job, [{ code: "job.ended_service", attempts: attempt - 1, job_id }]);
  }

  async #attempt(job: HeldJob, log: Logger): Promise<Settlement> {
    const { jobs, handler } = this.deps;
    // A long step reports no progress for a while, so a timer renews the lease.
    const keeping = setInterval(() => jobs.keep(job, LEASE).catch(() => undefined), (LEASE * 1000) / 3);
    try {
      const payload = await jobs.upload(job);
      if (payload === null) throw new JobLostError();
      const onProgress = async (progress: number) => {
        if (!(await jobs.keep(job, LEASE, progress))) throw new JobLostError();
      };
      const work = handler({ ...job, payload }, onProgress);
      const done = await unlessAborted(work, this.#stopped.signal);
      return async () => {
        await jobs.finish(job, { report: done });
        log.info("job done");
      };
    } catch (error) {
      return this.#settlementOf(error, job, log);
    } finally {
      clearInterval(keeping);
    }
  }

  #settlementOf(error: unknown, job: HeldJob, log: Logger): Settlement {
    const { jobs, outage } = this.deps;
    const { attempt, job_id } = job;
    if (error instanceof JobLostError) {
      log.warn("another worker took this job over");
      return async () => undefined;
    }
    if (error instanceof StoppedError) {
      return async () => {
        await jobs.giveBack(job, { counts: false, pause: 0 });
        log.info("the service stops; the job returns to the queue");
      };
    }
    if (error instanceof UnreadableDocumentError || error instanceof ChangeRefusedError) {
      log.warn({ reason: sentenceOf(error.problems, "en") }, "the job is refused");
      return this.#failed(job, error.problems);
    }
    const again = (counts: boolean) => jobs.giveBack(job, { counts, pause: RETRY_AFTER * 10 ** (attempt - 1) });
    if (outage.noticed(error)) {
      // A database that answers now was not away: it refused this job's statement, and may always refuse it.
      const gaveUp = this.#failed(job, [{ code: "job.ended_by_database", attempts: attempt, job_id }]);
      return (tries) => (tries === 1 && attempt === ATTEMPTS_MAX ? gaveUp(tries) : again(tries === 1));
    }
    log.error({ err: error, attempt }, "job failed");
    if (attempt < ATTEMPTS_MAX) return () => again(true);
    return this.#failed(job, [{ code: "job.failed", attempts: attempt, job_id }]);
  }

  #failed(job: HeldJob, problems: readonly Problem[]): Settlement {
    return () => this.deps.jobs.finish(job, { problems });
  }

  /** Tries until the database is back; while the service stops, only a few times more. */
  async #settleDespiteOutage(settle: Settlement): Promise<void> {
    for (let tries = 1, last = 0; ; tries++) {
      try {
        await settle(tries);
        return this.deps.outage.over();
      } catch (error) {
        const stopping = this.#stopping.signal.aborted;
        if (!this.deps.outage.noticed(error) || (stopping && ++last === LAST_TRIES)) throw error;
        if (stopping) await sleep(LAST_TRY_AFTER);
        else await sleep(pauseAfter(tries), undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }
}

/** Doubles with each failure; in milliseconds. */
function pauseAfter(failures: number): number {
  return Math.min(LOOK_EVERY * 2 ** failures, LOOK_AGAIN_MAX);
}
