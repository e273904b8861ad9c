import type { ModelFailure } from "@retrieval/core/ports";
import type { ModelServer } from "./model-server.js";

/** A failed attempt. */
export interface Failed {
  readonly failure: ModelFailure;
  /** Whether another attempt may succeed. */
  readonly again: boolean;
  /** How long the server asks to wait (Retry-After), in milliseconds; null: it does not say. */
  readonly wait: number | null;
}

const ATTEMPTS = 3;
/** Milliseconds before the second attempt; each further wait is twice as long. */
const FIRST_WAIT = 200;
/** A server that asks to wait longer is asked again with the next call. */
const WAIT_MAX = 10_000;

/** Attempts up to three times, and waits between attempts. An aborted signal ends it with `timeout`. */
export async function withAttempts<T>(
  { random, sleep }: Pick<ModelServer, "random" | "sleep">,
  signal: AbortSignal,
  attempt: () => Promise<{ readonly done: T } | Failed>,
): Promise<{ readonly done: T } | ModelFailure> {
  for (let number = 1; ; number++) {
    if (signal.aborted) return { failed: "timeout" };
    const outcome = await attempt();
    if ("done" in outcome) return outcome;
    if (signal.aborted) return { failed: "timeout" };
    // Half of the wait is fixed, so that a server gets some rest from every caller.
    const wait = outcome.wait ?? FIRST_WAIT * 2 ** (number - 1) * (0.5 + random() / 2);
    if (!outcome.again || number === ATTEMPTS || wait > WAIT_MAX) return outcome.failure;
    try {
      await sleep(wait, signal);
    } catch {
      return { failed: "timeout" };
    }
  }
}
