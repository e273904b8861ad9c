import { fold } from "../text/folding.js";
import { termsOf } from "../text/terms.js";
import { isFunctionWord } from "../text/words.js";
import type { QuestionTerm, Subject } from "./question.js";

/** 何 and 誰 ask, with the sign behind 何: 何日, 何回. */
const WORD =
  /(?:(?![何誰])(?<!何)[\p{Script=Han}々])+|[\p{Script=Katakana}ー]{2,}|\p{Script=Latin}[\p{Script=Latin}\p{N}]*/gu;

/**
 * The words that say what a question is about, each with the terms that find it: runs of kanji or katakana, and other
 * words that are no function words.
 *
 * @param terms of the question, those of added words among them
 */
export function subjectsOf(text: string, terms: readonly QuestionTerm[]): Subject[] {
  const subjects = new Map<string, Subject>();
  const added = addedWords(terms);
  for (const [word] of text.normalize("NFKC").matchAll(WORD)) {
    if (isFunctionWord(word.toLowerCase())) continue;
    const folded = fold(word);
    const own = termsOf(word).filter(({ text: term }, _, all) => all.length === 1 || [...term].length > 1);
    const others = added.filter(({ said }) => said.includes(folded) || folded.includes(said) || isForm(said, own));
    subjects.set(folded, {
      text: folded,
      terms: own.map(({ text: term }) => term),
      others: others.map((one) => one.terms),
    });
  }
  return [...subjects.values()];
}

const isForm = (said: string, [only]: readonly { readonly text: string }[]) => only?.text === said;

/** The words that are searched for others, each with its terms. */
function addedWords(terms: readonly QuestionTerm[]): { readonly said: string; readonly terms: string[] }[] {
  const words = new Map<string, { readonly said: string; readonly terms: string[] }>();
  for (const { text, said, also, origin } of terms) {
    if (said === null || also === null || origin === "corrected") continue;
    const key = `${said}\n${also}`;
    const word = words.get(key) ?? { said: fold(said), terms: [] };
    words.set(key, word);
    word.terms.push(text);
  }
  return [...words.values()];
}
