import { isKanji, widthAt } from "../text/characters.js";
import { beginningOf, foldWithMap } from "../text/folding.js";
import { referenceFilter, referenceTermsOf } from "../text/references.js";
import { forEachTerm, termAt } from "../text/terms.js";
import type { MarkedTerm } from "./marked-terms.js";

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
