import { SCORE_UNIT } from "./search-found.js";

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

function scaleOver(scores: readonly (number | null)[]): (score: number | null) => number {
  let [least, most] = [Infinity, -Infinity];
  for (const score of scores) {
    if (score === null) continue;
    least = Math.min(least, score);
    most = Math.max(most, score);
  }
  return (score) => (score === null ? 0 : most === least ? 1 : (score - least) / (most - least));
}
