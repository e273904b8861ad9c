import type { Corpus } from "./corpus.js";
import type { PlannedTerm } from "./plan.js";
import { halfOver, NAMES, scaleOf } from "./points.js";
import type { ReaderMask } from "./reader-masks.js";

/**
 * The score of each visible unit that matches, by its number; 0 for all others. One array serves all searches: each
 * answer must be taken from it before the next search.
 */
export class UnitScores {
  #points = new Uint32Array(0);

  of(
    { units }: Corpus,
    terms: readonly PlannedTerm[],
    mask: ReaderMask,
    mean: number,
    anyMatches: boolean,
  ): Uint32Array {
    if (this.#points.length < units.end) this.#points = new Uint32Array(units.capacity);
    const points = this.#points;
    points.fill(0);
    const { length } = units;
    const visible = mask.units;
    const half = halfOver(mean);
    const ordered = [...terms].sort((a, b) => Number(b.matches) - Number(a.matches));
    for (const { postings, weight, matches } of ordered) {
      const scale = scaleOf(weight);
      const adds = matches || anyMatches;
      postings.forEachRun((run, counts, from, to) => {
        for (let i = from; i < to; i += 1) {
          const unit = (run[i] as number) >>> 1;
          if (adds) {
            if ((((visible[unit >>> 5] as number) >>> (unit & 31)) & 1) === 0) continue;
          } else if (points[unit] === 0) continue;
          const packed = counts[i] as number;
          const norm = 0.5 + half * (length[unit] as number);
          // As `weigh`.
          const sum = (NAMES[packed >>> 4] as number) * norm + (packed & 15);
          points[unit] = (points[unit] as number) + (((scale * sum) / (sum + norm)) | 0) + 1;
        }
      });
    }
    return points;
  }

  get bytes(): number {
    return this.#points.byteLength;
  }
}
