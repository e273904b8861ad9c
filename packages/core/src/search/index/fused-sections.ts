import { RESULTS_MAX } from "../../limits.js";
import type { Corpus } from "./corpus.js";
import { fuse } from "./fusion.js";
import type { HeldDocument } from "./held-document.js";
import { type HeldMeaning, unitOf } from "./held-meaning.js";
import type { Closeness } from "./meaning-scores.js";
import { nearestSections } from "./nearest-sections.js";
import { compareSections, type RankedSection } from "./ranking.js";
import { type Entry, withBest } from "./refining.js";
import type { WordRanking } from "./word-ranking.js";

/**
 * The best sections by words and by meaning, in one order.
 *
 * @param byWords best first
 * @param words_share how much words count, from 0 to 1
 */
export function fusedSections(
  ranking: WordRanking,
  byWords: readonly RankedSection[],
  closeness: Closeness,
  words_share: number,
): readonly Entry[] {
  const { corpus, chunks: scores } = ranking.search;
  const { units } = corpus;
  const found = new Map(byWords.slice(0, RESULTS_MAX).map((section) => [units.firstOf(section.unit), section]));
  for (const first of nearestSections(corpus, closeness, RESULTS_MAX)) {
    if (found.has(first)) continue;
    found.set(first, ranking.sectionOf(first) ?? ranking.ranked(nearestUnit(first, closeness, corpus), first, 0));
  }
  const entries = [...found].map(([first, section]) => {
    const isAlone = section.score === 0;
    const chunks = isAlone ? [] : scores.of(section.unit);
    const words = isAlone ? null : withBest(section, chunks, units);
    const own = isAlone ? { part: closeness.partOf(first) } : { chunks };
    return { section, own, words, meaning: closeness.scoreOf(first) };
  });
  const fused = fuse(entries, words_share);
  return entries
    .map(({ section, own }, i) => ({ ...section, words: section.score, score: fused[i] as number, ...own }))
    .sort(compareSections)
    .slice(0, RESULTS_MAX);
}

/** The unit that has a section's nearest part. */
function nearestUnit(first: number, closeness: Closeness, { units, numbered }: Corpus): number {
  const document = numbered[units.document[first] as number] as HeldDocument;
  const { places } = document.meaning as HeldMeaning;
  return unitOf(places[closeness.partOf(first)] as number, document, units) as number;
}
