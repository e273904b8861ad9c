import type { JobKind, JobQueue } from "@retrieval/core/ports";
import type { Logger } from "pino";
import { type JobHandler, JobLane, type LaneJobs } from "./job-lane.js";
import { Outage } from "./outage.js";

export interface JobWorkerDeps {
  readonly jobs: JobQueue;
  readonly handlers: Readonly<Record<JobKind, JobHandler>>;
  readonly logger: Logger;
}

/** How long an import waits to be applied before it is deleted, in seconds. */
const UNCONFIRMED_KEPT = 24 * 3600;
/** How long an ended job can be read before it is deleted, in seconds. */
const ENDED_KEPT = 30 * 24 * 3600;
/** Jobs deleted in one round, so that a round is short even after a long pause. */
const DELETED_AT_ONCE = 1_000;
/** At start, and then every hour, in milliseconds. */
const TIDY_EVERY = 3600 * 1000;

/** The size of a short file at most, in bytes. */
const SHORT_FILE = 1024 * 1024;

/**
 * A long document must not delay imports of users or short documents, so each of these has a lane that takes nothing
 * else.
 */
const LANES: readonly LaneJobs[] = [{ kind: "ingest" }, { kind: "ingest", largest: SHORT_FILE }, { kind: "import" }];

/** Runs the jobs of the queue in several lanes at once. */
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

  /** Tells the lanes that a job is waiting. */
  wake(): void {
    for (const lane of this.#lanes) lane.wake();
  }

  /** How long the longest running job of each kind has run, in seconds; 0 without one. */
  atHand(): Readonly<Record<JobKind, number>> {
    const longest = (wanted: JobKind) =>
      Math.max(...this.#lanes.filter(({ takes }) => takes.kind === wanted).map((lane) => lane.atHand()));
    return { ingest: longest("ingest"), import: longest("import") };
  }

  /** Resolves when nothing runs any more. Jobs that could not end in a moment are back in the queue by then. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#lanes.map((lane) => lane.stop()), this.#tidying]);
  }

  async #tidy(): Promise<void> {
    const { jobs, logger } = this.deps;
    try {
      await jobs.forgetUnconfirmed(UNCONFIRMED_KEPT);
      await jobs.forgetEnded(ENDED_KEPT, DELETED_AT_ONCE);
    } catch (error) {
      if (this.#outage.noticed(error)) return;
      logger.warn({ err: error }, "old jobs could not be deleted; trying again in an hour");
    }
  }
}
