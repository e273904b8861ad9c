import { RESULTS_MAX } from "../../limits.js";
import type { Corpus } from "../index/corpus.js";
import type { HeldDocument } from "../index/held-document.js";
import { type HeldMeaning, unitOf } from "../index/held-meaning.js";
import { fuse } from "./fusion.js";
import type { Closeness } from "./meaning-scores.js";
import { nearestSections } from "./nearest-sections.js";
import { compareSections, type RankedSection } from "./ranking.js";
import { type Entry, withBest } from "./refining.js";
import { type MeaningAsk, SCORE_UNIT } from "./search-found.js";
import type { WordRanking } from "./word-ranking.js";

/** A section is added from this similarity on, in deviations above the mean of texts that have nothing in common. */
const FLOOR = 1;

/**
 * The best sections by words and the nearest by meaning, in one order.
 *
 * @param byWords at most {@link RESULTS_MAX}
 */
export function fusedSections(
  ranking: WordRanking,
  byWords: readonly RankedSection[],
  closeness: Closeness,
  { words_share, similarity }: MeaningAsk,
): readonly Entry[] {
  const { corpus, chunks: scores } = ranking.search;
  const { units, numbered } = corpus;
  const floor = Math.round((similarity.mean + FLOOR * similarity.deviation) * SCORE_UNIT);
  const nearest = new Set(nearestSections(corpus, closeness, RESULTS_MAX, floor));
  const best = new Map(byWords.map((section) => [units.firstOf(section.unit), section]));
  const entries = [...new Set([...best.keys(), ...nearest])].map((first) => {
    const found = best.get(first) ?? ranking.sectionOf(first);
    const section = found ?? ranking.ranked(nearestUnit(first, closeness, corpus), first, 0);
    const own = found === null ? { part: closeness.partOf(first) } : { chunks: scores.of(found.unit) };
    return {
      ...{ section, own },
      words: best.has(first) ? withBest(section, own.chunks ?? [], units) : null,
      meaning: nearest.has(first) ? closeness.scoreOf(first) : null,
      isUnknown: (numbered[units.document[first] as number] as HeldDocument).meaning === null,
    };
  });
  const fused = fuse(entries, words_share);
  return entries
    .map(({ section, own }, i) => ({ ...section, words: section.score, score: fused[i] as number, ...own }))
    .sort(compareSections);
}

/** The unit that has a section's nearest part. */
function nearestUnit(first: number, closeness: Closeness, { units, numbered }: Corpus): number {
  const document = numbered[units.document[first] as number] as HeldDocument;
  const { places } = document.meaning as HeldMeaning;
  return unitOf(places[closeness.partOf(first)] as number, document, units) as number;
}
