import type { Problem } from "@retrieval/core/problems";

/** Counts content that could not be kept unchanged. The sender of the file gets the list. */
export class Warnings {
  readonly #found = new Map<string, { readonly problem: Problem; times: number }>();

  add(problem: Problem): void {
    const key = JSON.stringify(problem);
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { problem, times: 1 });
    else known.times += 1;
  }

  list(): Problem[] {
    return [...this.#found.values()].map(({ problem, times }) => (times === 1 ? problem : { ...problem, times }));
  }
}
