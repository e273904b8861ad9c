import type { SearchHits } from "../ranking/search-hits.js";
import { isKanji, widthAt } from "../text/characters.js";
import { beginningOf, foldWithMap } from "../text/folding.js";
import { referenceFilter, referenceTermsOf } from "../text/references.js";
import { forEachTerm, termAt } from "../text/terms.js";
import { isAcrossWords } from "../text/words.js";

type SearchedTerm = SearchHits["terms"][number];

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

/** A range in a text: UTF-16 offsets, the end exclusive. */
export type Range = readonly [start: number, end: number];

/** How many times more work it is to find the references in a text than to find its words. */
const REFERENCES_COST = 3;

type Marked = Pick<MarkedTerm, "text" | "prefix" | "isPart">;

/**
 * Marks the texts of one answer, from the first. Other requests wait for it, so it reads a limited number of characters
 * (as search makes them) and leaves later texts without marks.
 */
export class Highlighter {
  readonly #marks: Marks;

  constructor(
    terms: readonly Marked[],
    private left: number,
  ) {
    this.#marks = marksOf(terms);
  }

  /** How many characters it can still read. */
  get unread(): number {
    return this.left;
  }

  in(text: string): Range[] {
    const cost = this.#marks.mayName(text) ? 1 + REFERENCES_COST : 1;
    const beginning = beginningOf(text, Math.floor(this.left / cost));
    this.left -= beginning.size * cost;
    return rangesOf(this.#marks, beginning.text);
  }
}

/** The ranges of a text that have the terms, in order, without overlap; adjacent ranges are merged. */
export function highlightsIn(text: string, terms: readonly Marked[]): Range[] {
  return rangesOf(marksOf(terms), text);
}

/** Terms, prepared for many texts. */
interface Marks {
  readonly whole: ReadonlySet<string>;
  /** Those that are marked only beside others. */
  readonly parts: ReadonlySet<string>;
  /** Each pair of a text begins with one of its signs, the last sign is a term itself. */
  readonly signs: ReadonlySet<string>;
  /** The first UTF-16 unit of each term. */
  readonly beginnings: ReadonlySet<number>;
  readonly mayName: (text: string) => boolean;
}

function marksOf(terms: readonly Marked[]): Marks {
  return {
    whole: new Set(terms.filter(({ prefix }) => !prefix).map((term) => term.text)),
    parts: new Set(terms.filter(({ isPart }) => isPart).map((term) => term.text)),
    signs: new Set(terms.filter(({ prefix, text: sign }) => prefix || isKanji(sign)).map((term) => term.text)),
    beginnings: new Set(terms.map((term) => term.text.charCodeAt(0))),
    mayName: referenceFilter(terms),
  };
}

function rangesOf({ whole, parts, signs, beginnings, mayName }: Marks, text: string): Range[] {
  const ranges: Found[] = [];
  const compared = foldWithMap(text);
  forEachTerm(compared, (from, to) => {
    if (!beginnings.has(compared.text.charCodeAt(from))) return;
    const start = compared.startOf(from);
    const term = termAt(compared, from, to);
    if (whole.has(term)) ranges.push([start, compared.endOf(to - 1), parts.has(term)]);
    else if (signs.has(compared.text.slice(from, from + widthAt(compared.text, from))))
      ranges.push([start, start + widthAt(text, start), false]);
  });
  if (mayName(text))
    for (const { text: reference, start, end } of referenceTermsOf(text))
      if (whole.has(reference)) ranges.push([start, end, false]);
  return merged(ranges).flatMap(([start, end, isPart]) => (isPart ? [] : [[start, end]]));
}

/** A range, and whether it is nothing but a part of a word. */
type Found = [start: number, end: number, isPart: boolean];

function merged(ranges: Found[]): Found[] {
  ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const result: Found[] = [];
  for (const [start, end, isPart] of ranges) {
    const last = result.at(-1);
    if (last && start <= last[1]) {
      last[1] = Math.max(last[1], end);
      last[2] = false;
    } else result.push([start, end, isPart]);
  }
  return result;
}
