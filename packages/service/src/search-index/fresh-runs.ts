/** Runs work for many callers: each call gets a run that begins after it, and calls meanwhile share the next run. */
export class FreshRuns<Result = void> {
  #current: Promise<Result> | null = null;
  #next: Promise<Result> | null = null;

  constructor(private readonly work: () => Promise<Result>) {}

  run(): Promise<Result> {
    if (this.#current === null && this.#next === null) return this.#begin();
    this.#next ??= Promise.allSettled([this.#current]).then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<Result> {
    this.#next = null;
    const run = this.work().finally(() => {
      this.#current = null;
    });
    this.#current = run;
    return run;
  }
}
