import type { JobKind, JobQueue } from "@retrieval/core/ports";
import type { Logger } from "pino";
import { type JobHandler, JobLane, type LaneJobs } from "./job-lane.js";
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

/** A file of at most so many bytes is short. */
const SHORT_FILE = 1024 * 1024;

/**
 * A long document holds up neither an import of people nor short documents. The lane for these takes nothing else, so
 * that one is always free for them or at one of them.
 */
const LANES: readonly LaneJobs[] = [{ kind: "ingest" }, { kind: "ingest", largest: SHORT_FILE }, { kind: "import" }];

/** Does the jobs of the queue in several lanes at once. */
export class JobWorker {
  readonly #lanes: readonly JobLane[];
  readonly #outage: Outage;
  #timer: NodeJS.Timeout | undefined;
  #tidying: Promise<void> = Promise.resolve();

  constructor(private readonly deps: JobWorkerDeps) {
    this.#outage = new Outage(deps.logger);
    this.#lanes = LANES.map(
      (takes) => new JobLane(takes, { ...deps, handler: deps.handlers[takes.kind], outage: this.#outage }),
    );
  }

  start(): void {
    for (const lane of this.#lanes) lane.start();
    this.#tidying = this.#tidy();
    this.#timer = setInterval(() => {
      this.#tidying = this.#tidy();
    }, TIDY_EVERY);
  }

  /** A job is waiting: look at once. */
  wake(): void {
    for (const lane of this.#lanes) lane.wake();
  }

  /** How long it has been at the job of each kind that takes longest, in seconds; 0 without one. */
  atHand(): Readonly<Record<JobKind, number>> {
    const longest = (wanted: JobKind) =>
      Math.max(...this.#lanes.filter(({ takes }) => takes.kind === wanted).map((lane) => lane.atHand()));
    return { ingest: longest("ingest"), import: longest("import") };
  }

  /** Resolves when nothing runs any more; what could not be finished in a moment is given back by then. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#lanes.map((lane) => lane.stop()), this.#tidying]);
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
