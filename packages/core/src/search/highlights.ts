import { beginningOf, isKanji } from "./characters.js";
import type { QuestionTerm } from "./index/question.js";
import { referenceFilter, referenceTermsOf } from "./references.js";
import { termsOf } from "./terms.js";

/** A range in a text: UTF-16 offsets, the end exclusive. */
export type Range = readonly [start: number, end: number];

/** How many times more work it is to find the references in a text than to find its words. */
const REFERENCES_COST = 3;

type MarkedTerm = Pick<QuestionTerm, "text" | "prefix">;

/**
 * Marks the texts of one answer, from the first. Other requests wait for it, so it reads a limited number of characters
 * (as search makes them) and leaves later texts without marks.
 */
export class Highlighter {
  constructor(
    private readonly terms: readonly MarkedTerm[],
    private left: number,
  ) {}

  /** How many characters it can still read. */
  get unread(): number {
    return this.left;
  }

  in(text: string): Range[] {
    const cost = referenceFilter(this.terms)(text) ? 1 + REFERENCES_COST : 1;
    const beginning = beginningOf(text, Math.floor(this.left / cost));
    this.left -= beginning.folded * cost;
    return highlightsIn(beginning.text, this.terms);
  }
}

/** The ranges of a text that have the terms, in order, without overlap; adjacent ranges are merged. */
export function highlightsIn(text: string, terms: readonly MarkedTerm[]): Range[] {
  const whole = new Set(terms.filter(({ prefix }) => !prefix).map((term) => term.text));
  // Each pair of a text begins with one of its signs, the last sign is a term itself.
  const signs = new Set(terms.filter(({ prefix, text: sign }) => prefix || isKanji(sign)).map((term) => term.text));
  const ranges: Range[] = [];
  const references = referenceFilter(terms)(text) ? referenceTermsOf(text) : [];
  for (const term of [...termsOf(text), ...references]) {
    const [sign = ""] = term.text;
    if (whole.has(term.text)) ranges.push([term.start, term.end]);
    else if (signs.has(sign)) ranges.push([term.start, term.start + firstWidth(text, term.start)]);
  }
  return merged(ranges);
}

const firstWidth = (text: string, start: number) => ((text.codePointAt(start) as number) > 0xffff ? 2 : 1);

function merged(ranges: Range[]): Range[] {
  ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const result: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
