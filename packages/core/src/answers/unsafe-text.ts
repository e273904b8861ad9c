import { lengthOf } from "../text.js";

/** The longest sentence, in characters. */
export const SENTENCE_MAX = 600;

/** A sentence is shown as plain text; none of these belongs to one, and a page or a terminal may act on it. */
const UNSAFE: readonly RegExp[] = [
  // Controls, line separators, private and unpaired characters, and what is invisible, except variation selectors.
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u,
  // A mark on a digit changes how the number looks.
  /\p{N}\p{M}/u,
  /[a-z][a-z0-9+.-]{0,20}:\/\/|\b(?:javascript|data|mailto|vbscript|tel|file):|\bwww\./i,
  /\][ \t]{0,3}[([]|\]:|!\[|<[a-z/!?]/i,
  /\b[a-z0-9-]{1,63}\.(?:com|net|org|info|biz|io|dev|app|jp|cn|ru|uk|eu|example)(?:[/:?#]|\b)/i,
  /[\p{L}\p{N}-]\.\p{L}{2,24}[/:?#]|\S@\S/u,
];

/** A mark that no letter of these scripts has changes how the letter looks; e with an acute accent is one letter after NFKC. */
const MARKED_LETTER =
  /[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}](?!\p{Variation_Selector})\p{M}/u;

/** Whether a sentence must not be shown: empty, too long, or with a link, markup or invisible characters. */
export function isUnsafe(sentence: string): boolean {
  if (sentence.trim() === "" || sentence.length > 2 * SENTENCE_MAX || lengthOf(sentence) > SENTENCE_MAX) return true;
  const folded = sentence.normalize("NFKC");
  return MARKED_LETTER.test(folded) || UNSAFE.some((pattern) => pattern.test(sentence) || pattern.test(folded));
}
