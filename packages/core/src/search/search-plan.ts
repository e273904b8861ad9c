import type { SearchPlan, TermStatistics, WeightedTerm } from "../ports/search-index.js";
import type { QueryTerm, SearchQuery } from "./query.js";

/** The weights of a query's terms, and the terms that choose the candidates; the same for all pages of an answer. */
export interface QueryWeights {
  /** One for each term of the query. */
  readonly weights: readonly number[];
  readonly mean_length: number;
  /** Indices of terms: a chunk must have one of them, or all. */
  readonly chosen: readonly number[];
  readonly every: boolean;
}

/** How many candidates are scored: enough to include the best, and a share of the corpus as it grows. */
const CANDIDATES_MIN = 2_000;
const CANDIDATES_SHARE = 0.03;
/** With fewer candidates than this, the next term is added, however common it is. */
const CANDIDATES_FEW = 200;
/** The weight of a pair of noun and particle; lighter terms choose candidates only where no term is heavier. */
const CHOOSING_MIN = 0.5;

/**
 * Weighs terms by their rarity (the inverse document frequency of BM25) and by their meaning, and chooses candidates by
 * the heaviest of them: a whole question joined by AND finds nothing, and joined by OR everything.
 */
export function weighTerms(terms: readonly QueryTerm[], statistics: TermStatistics): QueryWeights {
  const { chunks, counts } = statistics;
  const weights = terms.map(({ significance }, i) => {
    const count = Math.min(counts[i] as number, chunks);
    return rounded(significance * Math.log(1 + (chunks - count + 0.5) / (count + 0.5)));
  });
  return {
    weights,
    mean_length: rounded(statistics.mean_length),
    chosen: choose(terms, weights, statistics),
    every: false,
  };
}

function choose(terms: readonly QueryTerm[], weights: readonly number[], { chunks, counts }: TermStatistics): number[] {
  const found = terms.map((_, i) => i).filter((i) => (counts[i] as number) > 0);
  const telling = found.filter((i) => (terms[i] as QueryTerm).significance >= CHOOSING_MIN);
  const order = (telling.length > 0 ? telling : found).sort((a, b) => (weights[b] as number) - (weights[a] as number));
  const enough = Math.max(CANDIDATES_MIN, chunks * CANDIDATES_SHARE);
  const chosen: number[] = [];
  let candidates = 0;
  for (const i of order) {
    const more = candidates + (counts[i] as number);
    if (candidates >= CANDIDATES_FEW && more > enough * 2) continue;
    chosen.push(i);
    candidates = more;
    if (candidates >= enough) break;
  }
  return chosen;
}

/**
 * How many terms are scored, the heaviest: the others hardly change the order, and each is read for every candidate.
 */
const SCORED_MAX = 32;

/** A query of search words rather than a sentence: a chunk should have all of them. */
export function isKeywords({ terms }: SearchQuery): boolean {
  return terms.length > 1 && terms.every(({ significance }) => significance === 1);
}

/** @returns null where no term of the query occurs */
export function planOf(
  { terms, phrases }: SearchQuery,
  { weights, mean_length, chosen, every }: QueryWeights,
  filters: Pick<SearchPlan, "doc_ids" | "text_types">,
): SearchPlan | null {
  const any = chosen.map((i) => terms[i] as QueryTerm);
  if (any.length === 0) return null;
  const scored = terms
    .map(({ text, prefix }, i): WeightedTerm => ({ text, prefix, weight: weights[i] as number }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, SCORED_MAX);
  return { any, every, phrases, scored, mean_length, ...filters };
}

/** Weights travel in cursors and must come back unchanged. */
const rounded = (value: number) => Math.round(value * 1000) / 1000;
