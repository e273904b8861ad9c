import { PHRASES } from "../../limits.js";
import { classOf, foldedByRuntime } from "./characters.js";

const QUOTED = /["“”「『]([^"“”「」『』]+)["“”」』]/g;
/** The time to order marks grows with the square of their number, so the rest of a longer run is left out. */
const MARKS = /(\p{M}{30})\p{M}+/gu;

const SIGN = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆〇]";
/** A line break inside a Japanese word. */
const GAP = new RegExp(`(?<=${SIGN})\\s+(?=${SIGN})`, "gu");

/** As phrases are compared: like words, and white space of any kind and length is one space, or none in Japanese. */
const compared = (text: string) => foldedByRuntime(text.replace(MARKS, "$1")).replace(GAP, "").replace(/\s+/g, " ");

/**
 * The phrases that a query requires, as they are compared. A pasted paragraph has quotes too, so quotes that are too
 * long or too short are no phrases.
 */
export function phrasesIn(query: string): string[] {
  return [...query.matchAll(QUOTED)]
    .map(([, quoted]) => (quoted as string).trim())
    .filter((quoted) => {
      const { length } = [...quoted.normalize("NFKC")];
      return length >= PHRASES.characters.min && length <= PHRASES.characters.max;
    })
    .map(compared)
    .filter((phrase) => /[\p{L}\p{N}]/u.test(phrase))
    .slice(0, PHRASES.max);
}

/** Whether each phrase occurs in one of the texts. */
export function havePhrases(texts: readonly string[], phrases: readonly string[]): boolean {
  const sought = texts.map(compared);
  return phrases.every((phrase) => sought.some((text) => hasWhole(text, phrase)));
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
