import { isFunctionWord } from "../search/function-words.js";
import { foldedPhrase, foldedText } from "../search/index/folded-text.js";
import { termsOf } from "../search/terms.js";
import type { Vocabulary } from "../search/vocabulary.js";

export type Language = "japanese" | "other";

const JAPANESE_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const LETTER = /\p{L}/gu;
/** Of all letters. A Japanese sentence may name products, and its words have fewer letters. */
const JAPANESE_SHARE = 0.2;

/** The language of a text by the scripts of its letters; null without letters. */
export function languageOf(text: string): Language | null {
  const letters = text.match(LETTER)?.length ?? 0;
  if (letters === 0) return null;
  return (text.match(JAPANESE_SIGN)?.length ?? 0) >= letters * JAPANESE_SHARE ? "japanese" : "other";
}

/** Kanji and katakana that build a sentence and do not say what it is about. */
const FUNCTION_PAIRS = new Set(
  "場合 必要 可能 以上 以下 以内 未満 次の 上記 下記 前記 当該 該当 事項 内容 規定 規程 定め 対象 および 及び 又は 若し".split(
    " ",
  ),
);
const RUN = /^[\p{Script=Han}\p{Script=Katakana}ー々〆]+$/u;
const LATIN = /^\p{L}/u;
/** 届け出る and 取り扱い are also written 届出 and 取扱. Particles stand between two words and not inside one. */
const OKURIGANA = /(?<=\p{Script=Han})[けきえりしちいみめれせべげて]{1,2}(?=\p{Script=Han})/gu;
const DIGIT = /\p{N}/u;

/** What a text is about: pairs of kanji and katakana, and words that are no function words; numbers are left out. */
export function contentOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const source = text.normalize("NFKC");
  for (const { text: term, start, end } of termsOf(source)) {
    const written = source.slice(start, end);
    if (RUN.test(written)) {
      const isAlone = [...written].length === 1 && !RUN.test(source.slice(Math.max(0, start - 1), start));
      if ((isAlone || [...written].length > 1) && !FUNCTION_PAIRS.has(written) && !NUMERALS.test(written))
        found.add(term);
    } else if (LATIN.test(written) && !DIGIT.test(written) && !isJapanese(written) && !isFunctionWord(term)) {
      found.add(term);
    }
  }
  return found;
}

/** Of numbers and their units, which are compared by value. */
const NUMERALS = /^[〇一二三四五六七八九十百千万億円日月年回人名歳割倍分秒週時間]+$/;
const HIRAGANA = /\p{Script=Hiragana}/u;
const isJapanese = (written: string) => HIRAGANA.test(written);

/** The terms of a text, as the content of another one is looked for in it. */
export function termsIn(text: string): (term: string) => boolean {
  const source = text.normalize("NFKC");
  const terms = new Set(termsOf(source).map((term) => term.text));
  for (const { text: term } of termsOf(source.replace(OKURIGANA, ""))) terms.add(term);
  const signs = new Set([...source]);
  return (term) => terms.has(term) || signs.has(term);
}

/** The content of a sentence that the vocabulary ties to words of a quote, in either direction. */
export function tiedContent(sentence: string, quote: string, vocabulary: Vocabulary): ReadonlySet<string> {
  const tied = new Set<string>();
  const [said, written] = [foldedText(sentence), foldedText(quote)];
  for (const word of vocabulary.meantIn(said))
    if (isIn(word.also, written)) for (const term of contentOf(word.said)) tied.add(term);
  for (const word of vocabulary.meantIn(written))
    if (isIn(word.also, said)) for (const term of contentOf(word.also)) tied.add(term);
  return tied;
}

function isIn(word: string, folded: string): boolean {
  const phrase = foldedPhrase(word);
  return phrase !== "" && folded.includes(phrase);
}
