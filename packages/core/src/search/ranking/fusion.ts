import { RESULTS_MAX } from "../../limits.js";
import type { Corpus } from "../index/corpus.js";
import type { HeldDocument } from "../index/held-document.js";
import { type HeldMeaning, unitOf } from "../index/held-meaning.js";
import { type Closeness, nearestSections } from "./meaning-ranking.js";
import { type MeaningAsk, SCORE_UNIT } from "./search-hits.js";
import { compareSections, type Entry, type RankedSection, type WordRanking, withBest } from "./word-ranking.js";

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
    const section = found ?? ranking.ranked(nearestUnit(first, closeness, corpus), 0);
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

/** How two rankers score a section; null: it is not in the ranker's list. */
export interface RankerScores {
  readonly words: number | null;
  readonly meaning: number | null;
  /** Its document has no vectors: it was not embedded yet, or must not be sent to the model. */
  readonly isUnknown: boolean;
}

/**
 * One score for each section, from 0 to {@link SCORE_UNIT}: the scores of each list are scaled to lie between 0 and 1
 * over the list and added. A section without a place in a list gets 0 there. One without vectors is not far in meaning
 * but unknown: its words count for both. A list whose scores are all equal tells no more than which sections it has, and
 * adds 1 to these.
 *
 * @param words_share how much words count, from 0 to 1
 */
export function fuse(sections: readonly RankerScores[], words_share: number): number[] {
  const words = scaleOver(sections.map((section) => section.words));
  const meaning = scaleOver(sections.map((section) => section.meaning));
  return sections.map((section) => {
    const byWords = words(section.words);
    const byMeaning = section.isUnknown ? byWords : meaning(section.meaning);
    return Math.round(SCORE_UNIT * (words_share * byWords + (1 - words_share) * byMeaning));
  });
}

export function scaleOver(scores: readonly (number | null)[]): (score: number | null) => number {
  let [least, most] = [Infinity, -Infinity];
  for (const score of scores) {
    if (score === null) continue;
    least = Math.min(least, score);
    most = Math.max(most, score);
  }
  return (score) => (score === null ? 0 : most === least ? 1 : (score - least) / (most - least));
}
