import type { PostingPool } from "./posting-pool.js";
import type { TermDictionary } from "./term-dictionary.js";
import type { Units } from "./units.js";

interface UnitRange {
  readonly from: number;
  readonly count: number;
}

/** The share of removed units at which a sweep begins, and their number in a small index. */
const SHARE = 1 / 4;
const FEW = 64;
/** How many postings and terms are looked at with each change, and between two steps. */
const STEP = 30_000;

/**
 * Removes the postings of removed units, and terms that no unit has any more, a little with each change. Until then no
 * mask shows them. The numbers of the units are free for other units after it.
 */
export class Sweep {
  #removed: UnitRange[] = [];
  #count = 0;
  #now: { readonly ranges: readonly UnitRange[]; readonly units: Uint8Array; term: number; unused: number[] } | null =
    null;

  constructor(
    private readonly dictionary: TermDictionary,
    private readonly pool: PostingPool,
    private readonly units: Units,
  ) {}

  add(from: number, count: number): void {
    if (count === 0) return;
    this.#removed.push({ from, count });
    this.#count += count;
  }

  /**
   * In steps of about a millisecond.
   *
   * @param change the size of a change in bytes: the sweep must be faster than removals
   */
  *goOn(change: number): Generator<void, void> {
    if (this.#now === null && this.#count > FEW + this.units.end * SHARE) this.#begin();
    if (this.#now === null) return;
    const now = this.#now;
    const isGone = (posting: number) => now.units[posting >>> 1] === 1;
    let step = STEP;
    for (let left = STEP + 4 * change; left > 0 && now.term < this.dictionary.end; now.term += 1) {
      const looked = 1 + this.pool.count(now.term);
      left -= looked;
      step -= looked;
      if (this.pool.sweep(now.term, (posting) => !isGone(posting)) === 0 && this.dictionary.lengthOf(now.term) > 0)
        now.unused.push(now.term);
      if (step > 0) continue;
      step = STEP;
      yield;
    }
    if (now.term >= this.dictionary.end) this.#end(now.ranges, now.unused);
  }

  #begin(): void {
    const units = new Uint8Array(this.units.end);
    for (const { from, count } of this.#removed) units.fill(1, from, from + count);
    this.#now = { ranges: this.#removed, units, term: 0, unused: [] };
    this.#removed = [];
    this.#count = 0;
  }

  #end(ranges: readonly UnitRange[], unused: readonly number[]): void {
    // A document that came since may have them.
    this.dictionary.delete(unused.filter((term) => this.pool.count(term) === 0));
    this.units.release(ranges);
    this.#now = null;
  }
}
