/** A copy with more room, filled up with zeros. */
export function longer<T extends Uint8Array | Uint16Array | Uint32Array>(array: T, length: number): T {
  const copy = new (array.constructor as new (length: number) => T)(length);
  copy.set(array);
  return copy;
}

/** @param sorted ascending */
export function contains(sorted: Uint32Array, sought: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as number) < sought) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === sought;
}

/** A set of whole numbers, a bit for each. */
export class Bits {
  words = new Uint32Array(0);

  has(number: number): boolean {
    return (((this.words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
  }

  set(number: number, isIn: boolean): void {
    this.setRange(number, 1, isIn);
  }

  setRange(from: number, count: number, isIn: boolean): void {
    if (isIn) this.makeRoom(from + count);
    const { words } = this;
    const end = Math.min(from + count, words.length * 32);
    for (let number = from; number < end; number += 1) {
      const word = words[number >>> 5] as number;
      words[number >>> 5] = isIn ? word | (1 << (number & 31)) : word & ~(1 << (number & 31));
    }
  }

  /** So that each number below `end` has its bit in `words`. */
  makeRoom(end: number): void {
    const count = (end + 31) >>> 5;
    if (count > this.words.length) this.words = longer(this.words, Math.max(count, this.words.length * 2));
  }
}

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
