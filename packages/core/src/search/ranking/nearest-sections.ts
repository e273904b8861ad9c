import type { Corpus } from "../index/corpus.js";
import type { HeldDocument } from "../index/held-document.js";
import { TopList } from "../index/top-list.js";
import { compareCodePoints } from "../text/characters.js";
import type { Closeness } from "./meaning-scores.js";

/**
 * The first units of the sections that are nearest to the question, nearest first.
 *
 * @param floor sections below this score have nothing to do with the question
 */
export function nearestSections(
  { units, numbered }: Corpus,
  { sections, scoreOf }: Closeness,
  count: number,
  floor: number,
): readonly number[] {
  const idOf = (unit: number) => (numbered[units.document[unit] as number] as HeldDocument).document_id;
  const nearest = new TopList<{ readonly first: number; readonly score: number }>(
    count,
    (a, b) =>
      b.score - a.score ||
      compareCodePoints(idOf(a.first), idOf(b.first)) ||
      (units.place[a.first] as number) - (units.place[b.first] as number),
  );
  for (const first of sections) {
    const score = scoreOf(first) as number;
    if (score < floor) continue;
    // Most sections are too far away to be compared by their ids.
    if (!nearest.isFull || score >= (nearest.items[count - 1] as { readonly score: number }).score)
      nearest.add({ first, score });
  }
  return nearest.items.map(({ first }) => first);
}
