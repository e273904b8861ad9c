import type { Clock } from "@retrieval/core";
import type { Logger } from "pino";

/** How often the clocks are compared, in milliseconds. */
const LOOK_EVERY = 1_000;
/** What counts as a jump, in milliseconds: more than a clock that is merely adjusted gains or loses between two looks. */
const JUMP = 2_000;

export interface ClockWatchDeps {
  /** What everything is judged by; somebody may set it. */
  readonly clock: Clock;
  /** Milliseconds since some moment: what nobody can set. On Linux it stands still while the machine sleeps. */
  readonly elapsed: () => number;
  readonly logger: Pick<Logger, "warn">;
  readonly onJump: () => void;
}

/** Notices when this machine's clock is set, and says so: sign-ins and sessions are judged by it. */
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

  /** The time at which the steady clock began, by the other one: the same as long as nobody sets that. */
  #begin(): number {
    return this.deps.clock.now() - this.deps.elapsed();
  }
}

const jumpedAhead = (seconds: number) =>
  `the clock of this machine jumped ahead by ${seconds} s, or the machine slept for so long: signed requests and session tokens are that much older now`;

const jumpedBack = (seconds: number) =>
  `the clock of this machine jumped back by ${seconds} s: session tokens that were issued before are refused until it has caught up, and those that ended in the last ${seconds} s are good again`;
