/** A call that waits for a busy service, and when it is repeated. */
export interface Wait {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly why: "busy" | "unreachable";
}

/** The calls that wait to be repeated, for the one place that shows the countdown. */
export class Waiting {
  #waits = new Map<Wait, () => void>();
  #shown: Wait | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Resolves after that many seconds or when the user asks to try now; rejects when the signal aborts. */
  wait(seconds: number, why: Wait["why"], signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const wait: Wait = { until: this.now() + seconds * 1000, why };
      const settle = (end: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        this.#waits.delete(wait);
        this.#changed();
        end();
      };
      const abort = () => settle(() => reject(signal?.reason));
      const timer = setTimeout(() => settle(resolve), seconds * 1000);
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort);
      this.#waits.set(wait, () => settle(resolve));
      this.#changed();
    });
  }

  tryNow(): void {
    for (const resolve of [...this.#waits.values()]) resolve();
  }

  /** The wait that ends first, or null. The same object until it changes, as `useSyncExternalStore` requires. */
  readonly shown = (): Wait | null => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #changed(): void {
    this.#shown = [...this.#waits.keys()].sort((a, b) => a.until - b.until)[0] ?? null;
    for (const listener of this.#listeners) listener();
  }
}
