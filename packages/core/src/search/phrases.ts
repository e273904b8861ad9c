import { PHRASES } from "../limits.js";
import { foldedText } from "./characters.js";

const QUOTED = /["“”「『]([^"“”「」『』]+)["“”」』]/g;
/** The time to order marks grows with the square of their number, so the rest of a longer run is left out. */
const MARKS = /(\p{M}{30})\p{M}+/gu;

/** As phrases are compared: like words, and white space of any kind and length is one space. */
const compared = (text: string) => foldedText(text.replace(MARKS, "$1")).replace(/\s+/g, " ");

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
  return phrases.every((phrase) => sought.some((text) => text.includes(phrase)));
}
