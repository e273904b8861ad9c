/** Gives out ranges of whole numbers, those that were given back first. */
export class Ranges {
  /** Free ones below `end`, ascending and not adjacent. */
  #free: { readonly from: number; readonly count: number }[] = [];
  /** One more than the highest number. */
  end = 0;

  /** @returns the first of `count` numbers that follow each other */
  take(count: number): number {
    const at = this.#free.findIndex((range) => range.count >= count);
    const range = this.#free[at];
    if (range !== undefined) {
      const rest = { from: range.from + count, count: range.count - count };
      this.#free.splice(at, 1, ...(rest.count > 0 ? [rest] : []));
      return range.from;
    }
    const from = this.end;
    this.end += count;
    return from;
  }

  release(ranges: readonly { readonly from: number; readonly count: number }[]): void {
    const sorted = [...this.#free, ...ranges].filter(({ count }) => count > 0).sort((a, b) => a.from - b.from);
    this.#free = [];
    for (const range of sorted) {
      const before = this.#free.at(-1);
      if (before !== undefined && before.from + before.count === range.from)
        this.#free[this.#free.length - 1] = { from: before.from, count: before.count + range.count };
      else this.#free.push(range);
    }
  }
}
