import type { RefusalError } from "./errors.js";

/** Waits before a refused request is repeated. */
export type Pause = (milliseconds: number, refusal: RefusalError, signal: AbortSignal | undefined) => Promise<void>;

/** For an answer without a usable Retry-After. */
const PAUSE_DEFAULT_MS = 1_000;

/** RFC 9110 §10.2.3: seconds, or a date, which is compared with the answer's own (§6.6.1): clocks may differ. */
export function pauseFor(headers: Headers): number {
  const retryAfter = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const milliseconds = Date.parse(retryAfter) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(milliseconds) ? PAUSE_DEFAULT_MS : Math.max(0, milliseconds);
}

export const wait: Pause = (milliseconds, _refusal, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
