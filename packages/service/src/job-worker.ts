import type { JobKind, JobQueue } from "@retrieval/core";
import type { Logger } from "pino";
import { type JobHandler, JobLane } from "./job-lane.js";
import { Outage } from "./outage.js";

export interface JobWorkerDeps {
  readonly jobs: JobQueue;
  readonly handlers: Readonly<Record<JobKind, JobHandler>>;
  readonly logger: Logger;
}

/** An import that nobody applied is forgotten after a day, in seconds. */
const UNCONFIRMED_KEPT = 24 * 3600;
/** What became of a job can be asked for 30 days, in seconds; then its record goes. */
const ENDED_KEPT = 30 * 24 * 3600;
/** How many records go in one round, so that a round is short also after a long pause. */
const FORGOTTEN_AT_ONCE = 1_000;
/** At start, and then every hour, in milliseconds. */
const TIDY_EVERY = 3600 * 1000;

/** Does the jobs of the queue, each kind in a lane of its own: a long document does not hold up an import of people. */
export class JobWorker {
  readonly #lanes: ReadonlyMap<JobKind, JobLane>;
  readonly #outage: Outage;
  #timer: NodeJS.Timeout | undefined;
  #tidying: Promise<void> = Promise.resolve();

  constructor(private readonly deps: JobWorkerDeps) {
    this.#outage = new Outage(deps.logger);
    const laneOf = (kind: JobKind) =>
      new JobLane(kind, { ...deps, handler: deps.handlers[kind], outage: this.#outage });
    const kinds = Object.keys(deps.handlers) as JobKind[];
    this.#lanes = new Map(kinds.map((kind) => [kind, laneOf(kind)]));
  }

  start(): void {
    for (const lane of this.#lanes.values()) lane.start();
    this.#tidying = this.#tidy();
    this.#timer = setInterval(() => {
      this.#tidying = this.#tidy();
    }, TIDY_EVERY);
  }

  /** A job is waiting: look at once. */
  wake(): void {
    for (const lane of this.#lanes.values()) lane.wake();
  }

  /** How long each lane has been at its job, in seconds; 0 without one. */
  atHand(): Readonly<Record<JobKind, number>> {
    const times = [...this.#lanes].map(([kind, lane]) => [kind, lane.atHand()]);
    return Object.fromEntries(times) as Record<JobKind, number>;
  }

  /** Resolves when nothing runs any more; what could not be finished in a moment is given back by then. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...Array.from(this.#lanes.values(), (lane) => lane.stop()), this.#tidying]);
  }

  async #tidy(): Promise<void> {
    const { jobs, logger } = this.deps;
    try {
      await jobs.forgetUnconfirmed(UNCONFIRMED_KEPT);
      await jobs.forgetEnded(ENDED_KEPT, FORGOTTEN_AT_ONCE);
    } catch (error) {
      if (this.#outage.noticed(error)) return;
      logger.warn({ err: error }, "old jobs could not be forgotten; trying again in an hour");
    }
  }
}
