/**
 * The same numbers for the same seed, evenly spread from 0 to 1 (xorshift32, Marsaglia 2003,
 * doi:10.18637/jss.v008.i14). A library's generator may change in another version, so that published figures would be
 * about other data.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 2 ** 32;
  }

  /** From 0 to `max` inclusive. */
  upTo(max: number): number {
    return Math.floor(this.next() * (max + 1));
  }

  pick<T>(of: readonly T[]): T {
    return of[this.upTo(of.length - 1)] as T;
  }

  /** 0 to `max` different ones. */
  some<T>(of: readonly T[], max: number): T[] {
    const count = this.upTo(max);
    const chosen = new Set<T>();
    while (chosen.size < count) chosen.add(this.pick(of));
    return [...chosen];
  }
}
