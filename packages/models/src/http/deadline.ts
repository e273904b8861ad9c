/** Aborts when a time has passed, or when the caller's signal does. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** MUST be called in the end: frees the timer and the caller's signal. */
  close(): void;
}

/**
 * A timer and a listener of its own, rather than `AbortSignal.any` and `AbortSignal.timeout`, which are collected in some
 * versions of Node before they fire.
 */
export function openDeadline(milliseconds: number, outer: AbortSignal): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  outer.addEventListener("abort", abort, { once: true });
  if (outer.aborted) abort();
  return {
    signal: controller.signal,
    close: () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", abort);
    },
  };
}
