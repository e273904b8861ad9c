import type { Corpus } from "../index/corpus.js";
import type { ReaderMask } from "../index/reader-masks.js";
import type { PlannedTerm } from "./plan.js";
import { halfOver, NAMES, scaleOf } from "./points.js";

/** The arrays of one search. */
export interface Scored {
  /** The score of each visible unit that matches, by its number; 0 for all others. */
  readonly points: Uint32Array;
  /** By the numbers of documents, all 0: room to count their sections. */
  readonly perDocument: Uint32Array;
}

/** Scores units. Its arrays serve all searches: each answer must be taken from them before the next search. */
export class UnitScores {
  #points = new Uint32Array(0);
  #perDocument = new Uint32Array(0);

  /** @param accepted for a search by phrase: 1 for the units that match, whatever terms they have */
  of(
    { units, numbered }: Corpus,
    terms: readonly PlannedTerm[],
    mask: ReaderMask,
    mean: number,
    accepted: Uint8Array | null,
  ): Scored {
    if (this.#points.length < units.end) this.#points = new Uint32Array(units.capacity);
    if (this.#perDocument.length < numbered.length) this.#perDocument = new Uint32Array(numbered.length * 2);
    const points = this.#points.fill(0, 0, units.end);
    const { length } = units;
    const visible = mask.units;
    const half = halfOver(mean);
    const ordered = [...terms].sort((a, b) => Number(b.matches) - Number(a.matches));
    for (const { postings, weight, matches } of ordered) {
      const scale = scaleOf(weight);
      const adds = matches || accepted !== null;
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
    if (accepted !== null) {
      for (let unit = 0; unit < units.end; unit += 1) {
        const isVisible = (((visible[unit >>> 5] as number) >>> (unit & 31)) & 1) === 1;
        // "第16条" is in a text with 第16条の2, which has another term.
        if (points[unit] === 0 && accepted[unit] === 1 && isVisible) points[unit] = 1;
      }
    }
    return { points, perDocument: this.#perDocument.fill(0) };
  }

  get bytes(): number {
    return this.#points.byteLength + this.#perDocument.byteLength;
  }
}
