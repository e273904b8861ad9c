import type { ScoredChunk } from "./chunk-scores.js";
import { pointsBy } from "./points.js";
import type { PreparedSearch } from "./prepared-search.js";
import { compareSections, type RankedSection } from "./ranking.js";
import type { Units } from "./units.js";

/** A section on its way into an answer. */
export interface Entry {
  /** In the first phase; of one that was found by meaning alone the unit with its best part, with no score. */
  readonly section: RankedSection;
  readonly key: Omit<RankedSection, "unit">;
  readonly refined: boolean;
  readonly chunks?: readonly ScoredChunk[];
  readonly placed?: boolean;
  /** For a section that was found by meaning alone: the number of its best part. */
  readonly part?: number;
}

/** The second phase: adds its best chunk to each section's score. */
export function refined(sections: readonly RankedSection[], search: PreparedSearch): readonly Entry[] {
  return sections
    .map((section) => {
      const chunks = search.chunks.of(section.unit);
      const key = { ...section, score: withBest(section, chunks, search.corpus.units) };
      return { section, chunks, key, refined: true };
    })
    .sort((a, b) => compareSections(a.key, b.key));
}

export const unrefined = (section: RankedSection): Entry => ({ section, key: section, refined: false });

/** A section's score with that of its best chunk. */
export function withBest({ unit, score }: RankedSection, chunks: readonly ScoredChunk[], units: Units): number {
  return score + pointsBy(units.around[unit] as number, pointsOfBest(chunks));
}

/** What a section's best chunk adds to its score: all of its own, half of a heading's. */
function pointsOfBest(chunks: readonly ScoredChunk[]): number {
  return chunks.reduce((most, { points, isHeading }) => Math.max(most, isHeading ? Math.floor(points / 2) : points), 0);
}
