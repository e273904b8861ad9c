import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Time as the index sees it. */
export interface Timing {
  /** Milliseconds on a clock that only goes forward. */
  elapsed(): number;
  /** Resolves after so many milliseconds, or when the signal comes. */
  sleep(milliseconds: number, until: AbortSignal): Promise<void>;
}

export const systemTiming: Timing = {
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) => pause(milliseconds, undefined, { signal }).catch(() => undefined),
};
