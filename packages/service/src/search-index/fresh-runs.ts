/** Runs work for many callers: each call gets a run that begins after it, and calls meanwhile share the next run. */
export class FreshRuns {
  #current: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(private readonly work: () => Promise<void>) {}

  run(): Promise<void> {
    if (this.#current === null && this.#next === null) return this.#begin();
    this.#next ??= Promise.resolve(this.#current)
      .catch(() => undefined)
      .then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = null;
    const run = this.work().finally(() => {
      this.#current = null;
    });
    this.#current = run;
    return run;
  }
}
