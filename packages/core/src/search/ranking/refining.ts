import type { Units } from "../index/units.js";
import type { ScoredChunk } from "./chunk-scores.js";
import { pointsBy } from "./points.js";
import type { PreparedSearch } from "./prepared-search.js";
import { compareSections, type RankedSection } from "./ranking.js";

/** A section on its way into an answer, with its final score. If meaning alone found it, the unit has its best part. */
export interface Entry extends RankedSection {
  /** Its score of the first phase; 0 if meaning alone found it. */
  readonly words: number;
  /** Of the unit. */
  readonly chunks?: readonly ScoredChunk[];
  /** For a section that was found by meaning alone: the number of its best part. */
  readonly part?: number;
}

/** The second phase: adds its best chunk to each section's score. */
export function refined(sections: readonly RankedSection[], search: PreparedSearch): readonly Entry[] {
  return sections
    .map((section) => {
      const chunks = search.chunks.of(section.unit);
      return { ...section, words: section.score, chunks, score: withBest(section, chunks, search.corpus.units) };
    })
    .sort(compareSections);
}

/** A section's score with that of its best chunk: all of its points, half of a heading's. */
export function withBest({ unit, score }: RankedSection, chunks: readonly ScoredChunk[], units: Units): number {
  const best = Math.max(0, ...chunks.map(({ points, isHeading }) => (isHeading ? Math.floor(points / 2) : points)));
  return score + pointsBy(units.around[unit] as number, best);
}
