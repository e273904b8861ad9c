import type { VisibleStatistics } from "../index/visible-statistics.js";
import type { Question, QuestionTerm } from "../question/question.js";
import { type Fit, fitOf } from "./fit.js";
import { meanOf, weightOf } from "./points.js";

/** Only these many terms score, of those that a visible section has: those of phrases, then the heaviest. */
const SCORED_MAX = 32;

/** A term of this significance or more makes a section a match. */
const MATCHING_FROM = 0.4;

/** A term as it scores. */
export interface PlannedTerm {
  readonly term: QuestionTerm;
  readonly weight: number;
  /** Whether a section that has it is a match. The other terms only add to the scores of matches. */
  readonly matches: boolean;
}

export interface SearchPlan {
  /** Those of phrases first, then the heaviest. */
  readonly terms: readonly PlannedTerm[];
  /** In terms. */
  readonly mean_section_length: number;
  readonly mean_chunk_length: number;
  readonly fit: Fit;
}

/**
 * Particles, endings and single kanji are in nearly every section, so they alone make no match, unless the question has
 * nothing else. A word of the vocabulary does: its significance says how sure it is to be meant, not how little
 * it tells.
 */
function matchingTerms(terms: readonly QuestionTerm[]): readonly boolean[] {
  const matching = terms.map(({ significance, origin }) => significance >= MATCHING_FROM || origin === "vocabulary");
  return matching.includes(true) ? matching : terms.map(() => true);
}

export function planSearch(statistics: VisibleStatistics, question: Question): SearchPlan {
  const { terms, phrases } = question;
  const { totals } = statistics;
  const sections = terms.map((term) => statistics.countOf(term));
  const weights = terms.map(({ significance }, i) => weightOf(significance, totals.sections, sections[i] as number));
  const matching = matchingTerms(terms);
  const having = new Map(terms.map((term, i) => [term, sections[i]]));
  const planned = terms.map(
    (term, i): PlannedTerm => ({ term, weight: weights[i] as number, matches: matching[i] as boolean }),
  );
  const quoted = new Set(phrases.flat());
  const isQuoted = ({ term: { text } }: PlannedTerm) => Number(quoted.has(text));
  planned.sort((a, b) => isQuoted(b) - isQuoted(a) || b.weight - a.weight);
  const known = new Set(terms.filter(({ prefix }, i) => !prefix && sections[i]).map(({ text }) => text));
  const isVisible = (text: string) => known.has(text) || statistics.countOf({ text, prefix: false }) > 0;
  return {
    terms: planned.filter(({ term }) => having.get(term)).slice(0, SCORED_MAX),
    mean_section_length: meanOf(totals.unit_length, totals.units),
    mean_chunk_length: meanOf(totals.chunk_length, totals.chunks),
    fit: fitOf(question, weights, weightOf(1, totals.sections, 0), isVisible),
  };
}
