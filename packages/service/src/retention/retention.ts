import { UnavailableError } from "@retrieval/core/errors";
import type { Clock } from "@retrieval/core/ports";
import type { Logger } from "pino";

const DAY_MS = 24 * 3600 * 1000;
/** At start, and then every hour, in milliseconds. */
const FORGET_EVERY = 3600 * 1000;
/** Entries per statement, and statements per round. */
const AT_ONCE = 5_000;
const BATCHES_MAX = 200;

export interface RetentionDeps {
  /** Deletes what is older than `before` (milliseconds since 1970), at most `limit`. @returns how many it deleted */
  readonly forget: (before: number, limit: number) => Promise<number>;
  /** What is deleted, for the log: `audit entries`. */
  readonly what: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly days: number;
}

/** Deletes what is older than a number of days, in batches. */
export class Retention {
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(private readonly deps: RetentionDeps) {}

  start(): void {
    void this.forgetOld();
    this.#timer = setInterval(() => void this.forgetOld(), FORGET_EVERY).unref();
  }

  /** Starts no further batch. */
  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  /** One round. Never rejects: the next round does what this one could not. */
  async forgetOld(): Promise<void> {
    const { forget, what, clock, logger, days } = this.deps;
    const before = clock.now() - days * DAY_MS;
    let forgotten = 0;
    try {
      for (let batch = 0, last = AT_ONCE; batch < BATCHES_MAX && last === AT_ONCE && !this.#stopped; batch += 1) {
        last = await forget(before, AT_ONCE);
        forgotten += last;
      }
    } catch (error) {
      const why = error instanceof UnavailableError ? { reason: error.message } : { err: error };
      logger.warn(why, `old ${what} could not be deleted; trying again in an hour`);
    }
    if (forgotten > 0) logger.info({ entries: forgotten, days }, `deleted old ${what}`);
  }
}
