import type { SearchFound } from "./index/search-found.js";

type SearchedTerm = SearchFound["terms"][number];

/** Particles occur nearly everywhere; marking them would hide the meaningful matches. */
const SIGNIFICANT = 0.4;
/** Of the heaviest term. */
const SHARE = 0.15;
const ONE_SIGN = /^.$/u;

/**
 * The terms of a search that are marked in texts: the heavy ones that were typed, and those of the words that were
 * searched besides them or in their place; all terms if there is no such one.
 */
export function markedTerms(terms: readonly SearchedTerm[]): SearchedTerm[] {
  const heaviest = terms.reduce((most, { weight }) => Math.max(most, weight), 0);
  const marked = terms.filter(
    ({ text, prefix, origin, significance, weight }) =>
      (prefix || !ONE_SIGN.test(text)) &&
      (origin === "typed" ? significance >= SIGNIFICANT && weight >= SHARE * heaviest : weight > 0),
  );
  return marked.length > 0 ? marked : [...terms];
}
