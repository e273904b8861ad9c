import { RESULTS_MAX } from "../../limits.js";
import type { Corpus } from "../index/corpus.js";
import type { HeldDocument } from "../index/held-document.js";
import { type HeldMeaning, unitOf } from "../index/held-meaning.js";
import { type Closeness, nearestSections } from "./meaning-ranking.js";
import { type MeaningAsk, SCORE_UNIT } from "./search-hits.js";
import { compareSections, type Entry, refinedBy, type WordRanking } from "./word-ranking.js";

/** A section is added from this similarity on, in deviations above the mean of texts that have nothing in common. */
const FLOOR = 1;

/**
 * The best sections by words and the nearest by meaning, in one order, with scores from 0 to {@link SCORE_UNIT}: the
 * scores of each list are scaled to lie between 0 and 1 over the list and added. A section without a place in a list
 * gets 0 there. One without vectors was not embedded yet, or must not be sent to the model: it is not far in meaning but
 * unknown, so its words count for both.
 *
 * @param byWords at most {@link RESULTS_MAX}
 */
export function fusedSections(
  ranking: WordRanking,
  byWords: readonly Entry[],
  closeness: Closeness,
  { words_share, similarity }: MeaningAsk,
): readonly Entry[] {
  const { corpus } = ranking.search;
  const { units, numbered } = corpus;
  const floor = Math.round((similarity.mean + FLOOR * similarity.deviation) * SCORE_UNIT);
  const closenessOf = (first: number) => closeness.scoreOf(first) as number;
  const nearest = new Set(nearestSections(corpus, closeness, RESULTS_MAX, floor));
  const inWords = new Set(byWords.map(({ unit }) => units.firstOf(unit)));
  const others = [...nearest]
    .filter((first) => !inWords.has(first))
    .map((first) => addedEntry(first, ranking, closeness));
  const wordsOf = scaleOver(byWords.map(({ score }) => score));
  const meaningOf = scaleOver([...nearest].map(closenessOf));
  return [...byWords, ...others]
    .map((entry) => {
      const first = units.firstOf(entry.unit);
      const words = inWords.has(first) ? wordsOf(entry.score) : 0;
      const isUnknown = (numbered[units.document[first] as number] as HeldDocument).meaning === null;
      const meaning = nearest.has(first) ? meaningOf(closenessOf(first)) : isUnknown ? words : 0;
      return { ...entry, score: Math.round(SCORE_UNIT * (words_share * words + (1 - words_share) * meaning)) };
    })
    .sort(compareSections);
}

/** A section that meaning adds: words may find it too, behind the best. */
function addedEntry(first: number, ranking: WordRanking, closeness: Closeness): Entry {
  const section = ranking.sectionOf(first);
  if (section !== null) return refinedBy(ranking.search)(section);
  const part = closeness.partOf(first);
  return { ...ranking.ranked(nearestUnit(first, part, ranking.search.corpus), 0), words: 0, part };
}

/** The unit that has a section's nearest part. */
function nearestUnit(first: number, part: number, { units, numbered }: Corpus): number {
  const document = numbered[units.document[first] as number] as HeldDocument;
  return unitOf((document.meaning as HeldMeaning).places[part] as number, document, units) as number;
}

/** Scales scores to lie between 0 and 1; scores that are all equal tell no more than what is there, and are 1. */
export function scaleOver(scores: readonly number[]): (score: number) => number {
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  return (score) => (most === least ? 1 : (score - least) / (most - least));
}
