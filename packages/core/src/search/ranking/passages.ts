import { TEXT_TYPES } from "../../chunks/structured-chunk.js";
import type { ScoredChunk } from "./chunk-scores.js";
import type { Pair } from "./search-found.js";

const PASSAGES_MAX = 3;

export interface Passages {
  readonly best: number;
  readonly passages: readonly number[];
  /** Paragraphs among the passages with the list or table behind them, and lists with the paragraph before them. */
  readonly pairs: readonly Pair[];
}

/**
 * The chunks to show: the best one, and up to two others.
 *
 * @param chunks of one part of the section; term vectors stored by an older version have parts of nothing but headings
 * @param types a bit for each text_type that was asked for; null: all but headings
 * @param nearest of a section that was found by meaning alone: the chunks of its nearest passage, in which no word need
 *   match and which may be nothing but a heading; null: words found it
 */
export function passagesOf(
  chunks: readonly ScoredChunk[],
  types: number | null,
  nearest: readonly ScoredChunk[] | null = null,
): Passages {
  const byWords = nearest === null;
  const isShown = ({ type, isHeading, matches }: ScoredChunk) =>
    types === null ? !isHeading : (matches || !byWords) && ((types >>> type) & 1) === 1;
  const found = [nearest ?? [], chunks].map((of) => of.filter(isShown)).find((of) => of.length > 0) ?? chunks;
  const [best, ...others] = found.toSorted((a, b) => b.points - a.points || a.place - b.place) as [ScoredChunk];
  const more = others.filter(({ matchesText }: ScoredChunk) => matchesText || !byWords).slice(0, PASSAGES_MAX - 1);
  const shown = [best, ...more].sort((a, b) => a.place - b.place);
  const pairs = new Map<number, Pair>();
  for (const passage of types === null ? shown : []) {
    const pair = pairOf(passage, chunks);
    if (pair !== null) pairs.set(pair[0], pair);
  }
  return { best: best.place, passages: shown.map(({ place }) => place), pairs: [...pairs.values()] };
}

const [PARAGRAPH, TABLE, LIST] = (["paragraph", "table", "list"] as const).map((type) => TEXT_TYPES.indexOf(type));

function pairOf({ place, type }: ScoredChunk, chunks: readonly ScoredChunk[]): Pair | null {
  const typeAt = (at: number) => chunks.find((chunk) => chunk.place === at)?.type;
  const next = typeAt(place + 1);
  if (type === PARAGRAPH && (next === LIST || next === TABLE)) return [place, place + 1];
  return type === LIST && typeAt(place - 1) === PARAGRAPH ? [place - 1, place] : null;
}
