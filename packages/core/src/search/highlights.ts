import { beginningOf } from "./characters.js";
import type { QueryTerm } from "./query.js";
import { referenceFilter, referenceTermsOf } from "./references.js";
import { termsOf } from "./terms.js";

/** A range in a text: UTF-16 offsets, the end exclusive. */
export type Range = readonly [start: number, end: number];

/** Particles occur nearly everywhere; marking them would hide the meaningful matches. */
const SIGNIFICANT = 0.5;

/** How many times more work it is to find the references in a text than to find its words. */
const REFERENCES_COST = 3;

/**
 * Marks the texts of one answer, from the first. Other requests wait for it, so it reads a limited number of characters
 * (as search makes them) and leaves later texts without marks.
 */
export class Highlighter {
  constructor(
    private readonly query: readonly QueryTerm[],
    private left: number,
  ) {}

  /** How many characters it can still read. */
  get unread(): number {
    return this.left;
  }

  in(text: string): Range[] {
    const cost = referenceFilter(this.query)(text) ? 1 + REFERENCES_COST : 1;
    const beginning = beginningOf(text, Math.floor(this.left / cost));
    this.left -= beginning.folded * cost;
    return highlightsIn(beginning.text, this.query);
  }
}

/** The ranges of a text that match a query, in order, without overlap; adjacent ranges are merged. */
export function highlightsIn(text: string, query: readonly QueryTerm[]): Range[] {
  const significant = query.filter(({ significance }) => significance >= SIGNIFICANT);
  const asked = significant.length > 0 ? significant : query;
  const whole = new Set(asked.filter(({ prefix }) => !prefix).map((term) => term.text));
  const beginnings = new Set(asked.filter(({ prefix }) => prefix).map((term) => term.text));
  const ranges: Range[] = [];
  const references = referenceFilter(asked)(text) ? referenceTermsOf(text) : [];
  for (const term of [...termsOf(text), ...references]) {
    const [sign = ""] = term.text;
    if (whole.has(term.text)) ranges.push([term.start, term.end]);
    else if (beginnings.has(sign)) ranges.push([term.start, term.start + firstWidth(text, term.start)]);
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
