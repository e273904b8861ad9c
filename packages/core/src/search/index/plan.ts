import { createHash } from "node:crypto";
import type { Corpus } from "./corpus.js";
import { meanOf, weightOf } from "./points.js";
import type { Question, QuestionTerm } from "./question.js";
import type { ReaderMask } from "./reader-masks.js";
import type { QuestionWeights } from "./search-found.js";
import { countSections, type Postings, postingsOf, prefixPostings } from "./visible-postings.js";

/** Only these many terms score, of those that a visible section has: those of phrases, then the heaviest. */
const SCORED_MAX = 32;

/** A term of this significance or more makes a section a match. */
const MATCHING_FROM = 0.4;

const ASKED_MAX = 2;

/** A term as it scores. */
export interface PlannedTerm {
  readonly term: QuestionTerm;
  readonly weight: number;
  readonly postings: Postings;
  /** Whether a section that has it is a match. The other terms only add to the scores of matches. */
  readonly matches: boolean;
}

export interface SearchPlan {
  /** Those of phrases first, then the heaviest. */
  readonly terms: readonly PlannedTerm[];
  readonly weights: QuestionWeights;
  /**
   * The weight of what the reader typed, a word that no visible section has among it; at most that of {@link ASKED_MAX}
   * such words: a long question tells a story, and its answer has only some of its words.
   */
  readonly asked: number;
}

/**
 * Particles, endings and single kanji are in nearly every section, so they alone make no match, unless the question has
 * nothing else. A synonym of the dictionary does: its significance says how sure it is to be meant, not how little it
 * tells.
 */
function matchingTerms(terms: readonly QuestionTerm[]): readonly boolean[] {
  const matching = terms.map(({ significance, origin }) => significance >= MATCHING_FROM || origin === "dictionary");
  return matching.includes(true) ? matching : terms.map(() => true);
}

/** Of their texts, in their order: 32 bits, so that cursors stay short. */
export function hashOfTerms(terms: readonly QuestionTerm[]): number {
  const texts = JSON.stringify(terms.map(({ text }) => text));
  return createHash("sha256").update(texts, "utf8").digest().readUInt32BE();
}

/** @param given the weights of the answer's first page; used if the terms are the same */
export function planSearch(
  corpus: Corpus,
  { terms, phrases }: Question,
  mask: ReaderMask,
  given: QuestionWeights | null,
): SearchPlan {
  const found = terms.map(({ text, prefix }) =>
    prefix ? prefixPostings(corpus, text, mask) : postingsOf(corpus, text),
  );
  const sections = found.map((postings) => countSections(corpus, postings, mask));
  const terms_hash = hashOfTerms(terms);
  const weights = given?.terms_hash === terms_hash ? given : { terms_hash, ...weigh(terms, sections, mask) };
  const matching = matchingTerms(terms);
  const having = new Map(terms.map((term, i) => [term, sections[i]]));
  const planned = terms.map(
    (term, i): PlannedTerm => ({
      term,
      weight: weights.weights[i] as number,
      postings: found[i] as Postings,
      matches: matching[i] as boolean,
    }),
  );
  const quoted = new Set(phrases.flatMap((phrase) => phrase.terms.map(({ text }) => text)));
  const isQuoted = ({ term: { text } }: PlannedTerm) => Number(quoted.has(text));
  planned.sort((a, b) => isQuoted(b) - isQuoted(a) || b.weight - a.weight);
  const typed = planned.filter(({ term: { origin } }) => origin === "typed" || origin === "corrected");
  return {
    terms: planned.filter(({ term }) => having.get(term)).slice(0, SCORED_MAX),
    weights,
    asked: Math.min(
      typed.reduce((sum, { weight }) => sum + weight, 0),
      ASKED_MAX * weightOf(1, mask.sections, 0),
    ),
  };
}

function weigh(terms: readonly QuestionTerm[], having: readonly number[], mask: ReaderMask) {
  return {
    weights: terms.map(({ significance }, i) => weightOf(significance, mask.sections, having[i] as number)),
    mean_section_length: meanOf(mask.unitLength, mask.unitCount),
    mean_chunk_length: meanOf(mask.chunkLength, mask.chunks),
  };
}
