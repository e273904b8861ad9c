import type { Clock } from "@retrieval/core/ports";
import type { Logger } from "pino";

/** How often the clocks are compared, in milliseconds. */
const LOOK_EVERY = 1_000;
/** The smallest jump, in milliseconds: more than a clock under gradual adjustment changes between two comparisons. */
const JUMP = 2_000;

export interface ClockWatchDeps {
  /** The clock by which the service judges times; an operator may set it. */
  readonly clock: Clock;
  /** Milliseconds since some moment, on a clock that cannot be set. On Linux it stops while the machine sleeps. */
  readonly elapsed: () => number;
  readonly logger: Pick<Logger, "warn">;
  readonly onJump: () => void;
}

/** Logs when this machine's clock is set, because sign-ins and sessions depend on it. */
export class ClockWatch {
  #timer: NodeJS.Timeout | undefined;
  #began: number;

  constructor(private readonly deps: ClockWatchDeps) {
    this.#began = this.#begin();
  }

  start(): void {
    this.#began = this.#begin();
    this.#timer = setInterval(() => this.look(), LOOK_EVERY).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  look(): void {
    const began = this.#begin();
    const jumped = began - this.#began;
    this.#began = began;
    if (Math.abs(jumped) < JUMP) return;
    const seconds = Math.round(jumped / 1000);
    this.deps.logger.warn({ seconds }, seconds > 0 ? jumpedAhead(seconds) : jumpedBack(-seconds));
    this.deps.onJump();
  }

  /** The start of the steady clock, in wall-clock time: constant as long as the wall clock is not set. */
  #begin(): number {
    return this.deps.clock.now() - this.deps.elapsed();
  }
}

const jumpedAhead = (seconds: number) =>
  `the clock of this machine jumped ahead by ${seconds} s, or the machine slept that long: signed requests and session tokens are that much older now`;

const jumpedBack = (seconds: number) =>
  `the clock of this machine jumped back by ${seconds} s: session tokens that were issued before are refused until it has caught up, and those that ended in the last ${seconds} s are good again`;
