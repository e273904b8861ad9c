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
  return { best: best.place, ...inOrder([best, ...more], chunks, types) };
}

function inOrder(
  shown: readonly ScoredChunk[],
  chunks: readonly ScoredChunk[],
  types: number | null,
): Omit<Passages, "best"> {
  const passages = shown.toSorted((a, b) => a.place - b.place);
  const pairs = new Map<number, Pair>();
  for (const passage of types === null ? passages : []) {
    const pair = pairOf(passage, chunks);
    if (pair !== null) pairs.set(pair[0], pair);
  }
  return { passages: passages.map(({ place }) => place), pairs: [...pairs.values()] };
}

const [PARAGRAPH, TABLE, LIST] = (["paragraph", "table", "list"] as const).map((type) => TEXT_TYPES.indexOf(type));

function pairOf({ place, type }: ScoredChunk, chunks: readonly ScoredChunk[]): Pair | null {
  const typeAt = (at: number) => chunks.find((chunk) => chunk.place === at)?.type;
  const next = typeAt(place + 1);
  if (type === PARAGRAPH && (next === LIST || next === TABLE)) return [place, place + 1];
  return type === LIST && typeAt(place - 1) === PARAGRAPH ? [place - 1, place] : null;
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
  return { best: best.place, ...inOrder(shown, around, types) };
}
