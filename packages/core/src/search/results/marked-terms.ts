import type { SearchFound } from "../ranking/search-found.js";
import { isAcrossWords } from "../text/words.js";

type SearchedTerm = SearchFound["terms"][number];

export interface MarkedTerm extends SearchedTerm {
  /** A pair of a longer word of kana. Alone it is in other words by chance: イル of ファイル in している. */
  readonly isPart: boolean;
}

/** Particles and endings occur nearly everywhere; marking them would hide the meaningful matches. */
const SIGNIFICANT = 0.4;
/** Of the heaviest term. */
const SHARE = 0.15;
const ONE_SIGN = /^.$/u;
const KANA = /^[\p{Script=Hiragana}ー]+$/u;

/**
 * The terms of a search that are marked in texts: the heavy ones that were typed, and those of the words that were
 * searched besides them or in their place; if there is no such one, the signs of the words, else all terms.
 */
export function markedTerms(terms: readonly SearchedTerm[]): MarkedTerm[] {
  const heaviest = terms.reduce((most, { weight }) => Math.max(most, weight), 0);
  const inWords = terms.filter((term) => !isBorder(term));
  const heavy = inWords.filter(
    ({ text, prefix, origin, significance, weight }) =>
      (prefix || !ONE_SIGN.test(text)) &&
      (origin === "typed" ? significance >= SIGNIFICANT && weight >= SHARE * heaviest : weight > 0),
  );
  const signs = inWords.filter(({ text }) => !KANA.test(text));
  const marked = [heavy, signs].find((some) => some.length > 0) ?? terms;
  return marked.map((term) => ({ ...term, isPart: isPart(term, marked) }));
}

const isBorder = ({ text, origin, significance }: SearchedTerm) =>
  isAcrossWords(text) && (origin === "typed" ? significance < SIGNIFICANT : !KANA.test(text));

function isPart({ text, also }: SearchedTerm, terms: readonly SearchedTerm[]): boolean {
  if (!KANA.test(text)) return false;
  if (also !== null) return also.length > text.length;
  const pairs = terms.filter((other) => other.text !== text && other.also === null && KANA.test(other.text));
  return pairs.some((other) => other.text.at(-1) === text[0] || text.at(-1) === other.text[0]);
}
