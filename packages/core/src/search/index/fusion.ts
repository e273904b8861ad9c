import { SCORE_UNIT } from "./search-found.js";

/** How two rankers score a section; null: the ranker does not have it. */
export interface RankerScores {
  readonly words: number | null;
  readonly meaning: number | null;
}

/**
 * One score for each section, from 0 to {@link SCORE_UNIT}: the scores of each ranker are scaled to lie between 0 and 1
 * over these sections and added. A section that words do not find gets 0 for them. One without a vector is not far in
 * meaning but unknown, as a document is that must not be sent to the model: its words count for both. A ranker whose
 * scores are all equal tells no more than which sections it has, and adds 1 to these.
 *
 * @param words_share how much words count, from 0 to 1
 */
export function fuse(sections: readonly RankerScores[], words_share: number): number[] {
  const words = scaleOver(sections.map((section) => section.words));
  const meaning = scaleOver(sections.map((section) => section.meaning));
  return sections.map((section) => {
    const byWords = words(section.words);
    const byMeaning = section.meaning === null ? byWords : meaning(section.meaning);
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
