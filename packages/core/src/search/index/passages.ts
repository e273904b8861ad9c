import type { ScoredChunk } from "./chunk-scores.js";

const PASSAGES_MAX = 3;

export interface Passages {
  readonly best: number;
  readonly passages: readonly number[];
}

/** What a section's best chunk adds to its score: all of its own, half of a heading's. */
export function pointsOfBest(chunks: readonly ScoredChunk[]): number {
  return chunks.reduce((most, { points, isHeading }) => Math.max(most, isHeading ? Math.floor(points / 2) : points), 0);
}

/**
 * The chunks to show: the best one, and up to two others whose text matches.
 *
 * @param chunks of one part; term vectors stored by an older version have parts of nothing but headings
 * @param types a bit for each text_type that was asked for; null: all but headings
 */
export function passagesOf(chunks: readonly ScoredChunk[], types: number | null): Passages {
  const kept = chunks.filter(({ type, isHeading, matches }) =>
    types === null ? !isHeading : matches && ((types >>> type) & 1) === 1,
  );
  const shown = [...(kept.length > 0 ? kept : chunks)].sort((a, b) => b.points - a.points || a.place - b.place);
  const [best, ...others] = shown as [ScoredChunk, ...ScoredChunk[]];
  const more = others.filter(({ matchesText }) => matchesText).slice(0, PASSAGES_MAX - 1);
  return { best: best.place, passages: [best, ...more].map(({ place }) => place).sort((a, b) => a - b) };
}

/**
 * The chunks to show of a section that was found by meaning alone, in which no word need match.
 *
 * @param part the chunks of its best part
 * @param around those of the part of the section around it: a part may have nothing but a heading
 * @param types a bit for each text_type that was asked for; null: all but headings
 */
export function passagesByMeaning(
  part: readonly ScoredChunk[],
  around: readonly ScoredChunk[],
  types: number | null,
): Passages {
  const isText = ({ type, isHeading }: ScoredChunk) => (types === null ? !isHeading : ((types >>> type) & 1) === 1);
  const found = [part, around].map((chunks) => chunks.filter(isText)).find((texts) => texts.length > 0) ?? around;
  const shown = [...found].sort((a, b) => b.points - a.points || a.place - b.place).slice(0, PASSAGES_MAX);
  const [best] = shown as [ScoredChunk, ...ScoredChunk[]];
  return { best: best.place, passages: shown.map(({ place }) => place).sort((a, b) => a - b) };
}
