import type { ClockDifferences } from "@retrieval/core/ports";
import type { Logger } from "pino";

/** How long one line about a difference covers all differences like it, in milliseconds. */
const SAY_EVERY = 60_000;

export interface LoggedClockDifferencesDeps {
  /** Milliseconds since some moment, on a clock that cannot be set. */
  readonly elapsed: () => number;
  readonly logger: Pick<Logger, "warn">;
}

/** Logs clock differences that may be why users are refused: at most one line a minute for each reason. */
export class LoggedClockDifferences implements ClockDifferences {
  readonly #said = new Map<string, { at: number; since: number }>();

  constructor(private readonly deps: LoggedClockDifferencesDeps) {}

  requestRefused(age: number): void {
    if (age < 0)
      this.#say(
        "requests ahead",
        -age,
        `the portal's clock is ${-age} s ahead of ours: its signed request was refused`,
      );
    else
      this.#say(
        "old requests",
        age,
        `a signed request was refused because it was ${age} s old: if fresh ones are refused too, the portal's clock is behind ours`,
      );
  }

  tokenRefused(ahead: number): void {
    this.#say(
      "tokens ahead",
      ahead,
      `a session token was refused because it was issued ${ahead} s ahead of our clock: the clocks of the instances differ, or ours was set back`,
    );
  }

  #say(reason: string, seconds: number, message: string): void {
    const now = this.deps.elapsed();
    const said = this.#said.get(reason);
    if (said && now - said.at < SAY_EVERY) {
      said.since += 1;
      return;
    }
    this.#said.set(reason, { at: now, since: 0 });
    const unsaid = said?.since ?? 0;
    this.deps.logger.warn({ seconds, ...(unsaid > 0 ? { more_since_last_line: unsaid } : {}) }, message);
  }
}
