import type { ConnectionError, RefusalError } from "./call-errors.js";

/** Waits before a refused request is repeated. */
export type Pause = (
  milliseconds: number,
  refusal: RefusalError | ConnectionError,
  signal: AbortSignal | undefined,
) => Promise<void>;

/** The pause of a client that has no other. */
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
