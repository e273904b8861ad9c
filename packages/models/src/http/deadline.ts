/** Aborts when a time has passed, or when the caller's signal does. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Stops the time. */
  pause(): void;
  /** Begins the time again, from its start. */
  restart(): void;
  /** MUST be called in the end: frees the timer and the caller's signal. */
  close(): void;
}

/**
 * A timer and a listener of its own, rather than `AbortSignal.any` and `AbortSignal.timeout`, which cannot be restarted
 * and are collected in some versions of Node before they fire.
 */
export function openDeadline(milliseconds: number, outer: AbortSignal): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, milliseconds);
  const pause = () => clearTimeout(timer);
  outer.addEventListener("abort", abort, { once: true });
  if (outer.aborted) abort();
  return {
    signal: controller.signal,
    pause,
    restart: () => {
      pause();
      timer = setTimeout(abort, milliseconds);
    },
    close: () => {
      pause();
      outer.removeEventListener("abort", abort);
    },
  };
}
