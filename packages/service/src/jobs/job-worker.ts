import type { JobQueue } from "@retrieval/core/ports";
import type { Logger } from "pino";
import { type JobHandler, JobLane } from "./job-lane.js";
import { Outage } from "./outage.js";

export interface JobWorkerDeps {
  readonly jobs: JobQueue;
  readonly handler: JobHandler;
  readonly logger: Logger;
}

/** How long an ended job can be read before it is deleted, in seconds. */
const ENDED_KEPT = 30 * 24 * 3600;
/** Jobs deleted in one round, so that a round is short even after a long pause. */
const DELETED_AT_ONCE = 1_000;
/** At start, and then every hour, in milliseconds. */
const TIDY_EVERY = 3600 * 1000;

/** The size of a short file at most, in bytes. */
const SHORT_FILE = 1024 * 1024;

/** Runs the jobs of the queue. A long document must not delay short ones, so these have a lane that takes nothing else. */
export class JobWorker {
  readonly #lanes: readonly JobLane[];
  readonly #outage: Outage;
  #timer: NodeJS.Timeout | undefined;
  #tidying: Promise<void> = Promise.resolve();

  constructor(private readonly deps: JobWorkerDeps) {
    this.#outage = new Outage(deps.logger);
    const lane = { ...deps, outage: this.#outage };
    this.#lanes = [new JobLane(lane), new JobLane(lane, SHORT_FILE)];
  }

  start(): void {
    for (const lane of this.#lanes) lane.start();
    this.#tidying = this.#tidy();
    this.#timer = setInterval(() => {
      this.#tidying = this.#tidy();
    }, TIDY_EVERY);
  }

  /** Tells the lanes that a job is waiting. */
  wake(): void {
    for (const lane of this.#lanes) lane.wake();
  }

  /** How long the longest running job has run, in seconds; 0 without one. */
  atHand(): number {
    return Math.max(...this.#lanes.map((lane) => lane.atHand()));
  }

  /** Resolves when nothing runs any more. Jobs that could not end in a moment are back in the queue by then. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#lanes.map((lane) => lane.stop()), this.#tidying]);
  }

  async #tidy(): Promise<void> {
    const { jobs, logger } = this.deps;
    try {
      await jobs.forgetEnded(ENDED_KEPT, DELETED_AT_ONCE);
    } catch (error) {
      if (this.#outage.noticed(error)) return;
      logger.warn({ err: error }, "old jobs could not be deleted; trying again in an hour");
    }
  }
}
