import { weightOf } from "./points.js";
import type { Question } from "./question.js";

/**
 * How rare each term of a question is, from 0. A word and the words that the vocabulary has for it are one concept, so it
 * is at most as rare as these: 残業 is rare in rules, and a note that has it does not say more of 時間外労働 than the article.
 *
 * @param having how many of the sections have each term
 */
export function rarityOf(
  { terms, subjects }: Pick<Question, "terms" | "subjects">,
  having: readonly number[],
  sections: number,
): number[] {
  const rarity = having.map((count) => weightOf(1, sections, count));
  const places = new Map(terms.map(({ text }, i) => [text, i]));
  const isMeant = (text: string) => {
    const at = places.get(text) ?? -1;
    return terms[at]?.origin === "vocabulary" && (having[at] as number) > 0;
  };
  const ofOne = [...rarity];
  for (const { terms: own, others } of subjects) {
    const meant = others.filter((word) => word.every(isMeant)).flat();
    if (meant.length === 0) continue;
    const most = Math.max(...meant.map((text) => rarity[places.get(text) as number] as number));
    for (const text of own) {
      const at = places.get(text);
      if (at !== undefined && terms[at]?.origin === "typed") ofOne[at] = Math.min(ofOne[at] as number, most);
    }
  }
  return ofOne;
}
