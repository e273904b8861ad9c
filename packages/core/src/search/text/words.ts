import { fold } from "./folding.js";
import { type Term, termsOf } from "./terms.js";

/** Words that build a sentence, or a polite one, and do not say what it is about; of 教えて and 詳しく the kanji. */
const FUNCTION_WORDS = new Set(
  `a about again all already also always am an and another any anyone anything are as at be been being but by can could
  did do does doing done else ever every everyone everything far for from get gets getting give given go going got
  had happen happens has have having he hello her here him his how i if in into is it its just let like long many
  may me might more most much must my myself need needs never no not of off often ok okay on once only or other our
  out over own please really same say says shall she should so some somebody someone something soon still such tell
  than thank thanks that the their them then there these they thing things this those to too under until up us very
  want wants was we were what when where whether which while who whom whose why will with would you your 他 教 詳`.split(
    /\s+/,
  ),
);

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

const PARTICLE_PAIR = /^[をがはにでとのもへやて]|[をがはにでとのもへや]$/;

/** Whether a pair is of a particle and the end or the beginning of a word: 当の and の上 in 手当の上限. 休み is not. */
export const isAcrossWords = (pair: string) => PARTICLE_PAIR.test(pair);

const ANNOUNCES = /次の|次に|以下の|各号|下表|following|as follows|below|[:：]\s*$/i;

/** Whether a sentence speaks of the items, or of the table, behind it. */
export const announcesItems = (sentence: string): boolean => ANNOUNCES.test(sentence);

/** A whole word, for spelling: folded, a Latin word in the singular. */
export interface SpellingWord extends Term {
  readonly kind: "latin" | "katakana";
}

const LATIN = /\p{Script=Latin}[\p{Script=Latin}\p{N}\p{M}]*/gu;
const KATAKANA = /[\u30a1-\u30fa\u30fc\uff66-\uff9f]{3,}/g;
const ONLY_LETTERS = /^\p{Script=Latin}{4,100}$/u;
/** Longer runs are no single words. */
const SIGNS = { min: 3, max: 40 };

/**
 * The words of a text whose spelling can be compared: Latin words of four letters or more, and runs of three signs of
 * katakana or more. The index has those of each section.
 */
export function* spellingWordsIn(text: string): Generator<SpellingWord> {
  for (const match of text.matchAll(LATIN)) {
    const [term, ...more] = termsOf(match[0]);
    if (term && more.length === 0 && ONLY_LETTERS.test(term.text))
      yield { text: term.text, kind: "latin", start: match.index, end: match.index + match[0].length };
  }
  yield* katakanaWordsIn(text);
}

export function* katakanaWordsIn(text: string): Generator<SpellingWord> {
  for (const match of text.matchAll(KATAKANA)) {
    const text = fold(match[0]);
    if (text.length >= SIGNS.min && text.length <= SIGNS.max)
      yield { text, kind: "katakana", start: match.index, end: match.index + match[0].length };
  }
}
