import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "./call.js";
import type { Failure } from "./failure.js";

const ATTEMPTS = 4;
/** The wait where the answer gives none, in milliseconds. */
const WAIT_DEFAULT = 1_000;
/** A longer wait is the operator's decision, in milliseconds. */
const WAIT_MAX = 60_000;

/**
 * Repeats a call that the service refused for now (429 RATE_LIMITED, 503 UNAVAILABLE), after the time in Retry-After.
 */
export async function withRetries(call: () => Promise<Answer | Failure>, now: () => number): Promise<Answer | Failure> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call();
    if (!answer.ok || (answer.status !== 429 && answer.status !== 503) || attempt === ATTEMPTS) return answer;
    const pause = pauseOf(answer.retryAfter, now);
    if (pause > WAIT_MAX) return answer;
    await wait(pause);
  }
}

/** RFC 9110 §10.2.3: seconds or a date. */
function pauseOf(retryAfter: string | null, now: () => number): number {
  if (retryAfter === null) return WAIT_DEFAULT;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? WAIT_DEFAULT : Math.max(0, date - now());
}
