import { PHRASES } from "../../limits.js";
import { lengthOf } from "../../text.js";
import { classOf } from "./characters.js";
import { fold } from "./folding.js";

/** A part of a query in quotation marks. */
export interface Quote {
  /** Without the marks. */
  readonly text: string;
  /** UTF-16 offsets, with the marks. */
  readonly start: number;
  readonly end: number;
}

const QUOTED = /["“”「『]([^"“”「」『』]+)["“”」』]/g;

export function quotesIn(query: string): Quote[] {
  return Array.from(query.matchAll(QUOTED), ({ 0: whole, 1: text = "", index }) => {
    return { text: text.trim(), start: index, end: index + whole.length };
  });
}

/**
 * The phrases that a query requires. A pasted paragraph has quotes too, so quotes that are too long or too short are no
 * phrases.
 */
export function phrasesIn(query: string): string[] {
  const { max, characters } = PHRASES;
  return quotesIn(query)
    .map(({ text }) => text)
    .filter((text) => {
      const phrase = fold(text);
      const length = lengthOf(phrase);
      return length >= characters.min && length <= characters.max && /[\p{L}\p{N}]/u.test(phrase);
    })
    .slice(0, max);
}

const SIGN = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆〇]";
/** A line break inside a Japanese word. */
const GAP = new RegExp(`(?<=${SIGN})\\s+(?=${SIGN})`, "gu");

/** Like words, and white space of any kind and length is one space, or none in Japanese. */
const foldPhrase = (text: string) => fold(text).replaceAll(",", "").replace(GAP, "").replace(/\s+/g, " ");

/** Whether each phrase occurs in one of the texts. */
export function havePhrases(texts: readonly string[], phrases: readonly string[]): boolean {
  const parts = texts.map(foldPhrase);
  return phrases.every((phrase) => parts.some((part) => hasWhole(part, foldPhrase(phrase))));
}

/** Whether a phrase occurs with whole words at its ends: "art" is not in "party". */
function hasWhole(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    if (!isInWord(text[at - 1], phrase[0]) && !isInWord(phrase.at(-1), text[end])) return true;
  }
  return false;
}

function isInWord(before: string | undefined, after: string | undefined): boolean {
  const isWord = (sign: string | undefined) => sign !== undefined && ["letter", "digit"].includes(classOf(sign));
  return isWord(before) && isWord(after);
}
