import { classAt } from "../characters.js";
import { weightOf } from "./points.js";
import type { Question, QuestionTerm } from "./question.js";

/** An added word of the other language counts so much where the question's own language has a word for the same. */
const OTHER_LANGUAGE = 0.5;

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
  const rarity = inAnyForm(terms, having).map((count) => weightOf(1, sections, Math.min(count, sections)));
  const places = new Map(terms.map(({ text }, i) => [text, i]));
  const isThere = (text: string) => (having[places.get(text) ?? -1] ?? 0) > 0;
  const isMeant = (text: string) => terms[places.get(text) ?? -1]?.origin === "vocabulary" && isThere(text);
  const ofOne = [...rarity];
  for (const { text: subject, terms: own, others } of subjects) {
    const meant = others.filter((word) => word.every(isMeant));
    if (meant.length === 0) continue;
    const most = Math.max(...meant.flat().map((text) => rarity[places.get(text) as number] as number));
    for (const text of own) {
      const at = places.get(text);
      if (at !== undefined && terms[at]?.origin === "typed") ofOne[at] = Math.min(ofOne[at] as number, most);
    }
    const foreign = meant.filter(([first = ""]) => isSpaced(first) !== isSpaced(subject));
    if (own.every(isThere) || foreign.length < meant.length) {
      for (const text of foreign.flat()) {
        const at = places.get(text) as number;
        ofOne[at] = Math.min(ofOne[at] as number, (rarity[at] as number) * OTHER_LANGUAGE);
      }
    }
  }
  return ofOne;
}

/** How many sections have a word in any of its forms, at most: "worked" says no more than "work", which is everywhere. */
function inAnyForm(terms: readonly QuestionTerm[], having: readonly number[]): readonly number[] {
  const wordOf = ({ text, origin, said }: QuestionTerm) =>
    origin === "form" ? said : origin === "typed" ? text : null;
  const together = new Map<string, number>();
  for (const [i, term] of terms.entries()) {
    const word = wordOf(term);
    if (word !== null) together.set(word, (together.get(word) ?? 0) + (having[i] as number));
  }
  return terms.map((term, i) => together.get(wordOf(term) ?? "") ?? (having[i] as number));
}

/** Words of other languages than Japanese have spaces between them. */
const isSpaced = (word: string) => word === "" || classAt(word, 0) !== "unspaced";
