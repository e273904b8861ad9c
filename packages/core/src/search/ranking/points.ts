import { bodyCount, breadcrumbCount, type Counts, titleCount } from "../index/posting-pool.js";
import { SCORE_UNIT } from "./search-hits.js";

/**
 * What one term adds to the score of a section or chunk: w · 2x / (x + 1) with
 * x = 2 · title + breadcrumb + body / (0.5 + 0.5 · length / mean length), in units of {@link SCORE_UNIT}. Whole
 * numbers, so that a sum does not depend on the order of its terms; at least 1, so that a match is never 0.
 */
export function pointsOf(weight: number, counts: Counts, length: number, mean: number): number {
  const norm = 0.5 + halfOver(mean) * length;
  const sum = namesIn(counts) * norm + bodyCount(counts);
  return Math.floor((scaleOf(weight) * sum) / (sum + norm)) + 1;
}

/** For a loop over many postings: the parts of `pointsOf`. 2x / (x + 1) is 2n / (n + norm) for x = n / norm. */
export const scaleOf = (weight: number) => weight * (2 * SCORE_UNIT);
export const halfOver = (mean: number) => 0.5 / mean;
const namesIn = (counts: Counts) => 2 * titleCount(counts) + breadcrumbCount(counts);

/**
 * Of the points of text outside every section of a document that has sections: a preamble, recitals, notes. It tells of
 * the same things as the sections, which are the rules.
 */
const AROUND = 0.9;

/** The points of a unit or of its chunk; 1 for `around` if the unit is outside every section. */
export const pointsBy = (around: number, points: number) => (around === 1 ? Math.ceil(points * AROUND) : points);

/** 2 · title + breadcrumb by the higher half of the counts. */
export const NAMES = Float64Array.from({ length: 16 }, (_, high) => namesIn(high << 4));

/** w = s · ln(1 + (N − n + 0.5) / (n + 0.5)). */
export function weightOf(significance: number, sections: number, having: number): number {
  return rounded(significance * Math.log(1 + (sections - having + 0.5) / (having + 0.5)));
}

/** At least 1: a reader who sees no text has no mean. */
export const meanOf = (sum: number, count: number) => Math.max(1, rounded(count === 0 ? 1 : sum / count));

/** So that a sum does not depend on its order. */
export const rounded = (value: number) => Math.round(value * SCORE_UNIT) / SCORE_UNIT;
