import { UnavailableError } from "@retrieval/core/errors";
import { dayAfter, dayIn, startOfDay } from "@retrieval/core/limits";
import type { Calendar, Clock } from "@retrieval/core/ports";
import type { Timer } from "@retrieval/http";
import type { Logger } from "pino";

/** The longest sleep, in milliseconds: the clock may be set, and the machine may sleep. */
const LOOK_EVERY = 3_600_000;
/** The pause after a failure, in milliseconds. */
const AGAIN_AFTER = 5_000;

export interface DayKeeperDeps {
  readonly calendar: Pick<Calendar, "moveTo">;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Decides when a day begins; an IANA name. */
  readonly timeZone: string;
  readonly logger: Pick<Logger, "info" | "warn">;
}

/** Puts versions in force at the beginning of their day. Each step reads the clock again. */
export class DayKeeper {
  #moving: Promise<void> | null = null;
  #cancel = () => {};

  constructor(private readonly deps: DayKeeperDeps) {}

  /** Moves to today, and then at the beginning of each day. Never rejects: `keepToday` tells what keeps it. */
  async start(): Promise<void> {
    const { clock, timer, timeZone, logger } = this.deps;
    let pause = AGAIN_AFTER;
    try {
      await this.keepToday();
      pause = untilNextDay(clock.now(), timeZone);
    } catch (error) {
      const why = error instanceof UnavailableError ? { reason: error.message } : { err: error };
      logger.warn(why, "versions of today could not be put in force; trying again in 5 seconds");
    }
    this.#cancel();
    this.#cancel = timer(() => void this.start(), pause);
  }

  stop(): void {
    this.#cancel();
  }

  /**
   * Resolves once the versions of today are in force. It asks the database each time, because an operator may have
   * changed the time zone.
   * @throws UnavailableError while they are not
   */
  keepToday(): Promise<void> {
    this.#moving ??= this.#move().finally(() => {
      this.#moving = null;
    });
    return this.#moving;
  }

  async #move(): Promise<void> {
    const { calendar, clock, timeZone, logger } = this.deps;
    const day = dayIn(clock.now(), timeZone);
    const documents = await calendar.moveTo(day, timeZone);
    if (documents > 0) logger.info({ day, documents }, "versions came into force, or documents were abolished");
  }
}

/** Milliseconds until another day begins, at most {@link LOOK_EVERY}. */
export function untilNextDay(now: number, timeZone: string): number {
  return Math.min(startOfDay(dayAfter(dayIn(now, timeZone)), timeZone) - now, LOOK_EVERY);
}
