import type { Problem } from "./problems.js";

/** How many of a list of problems an answer names. */
const NAMED_MAX = 10;

/** The first ten, and how many more there are: what a person reads of a list that somebody else made long. */
export function firstFew(problems: readonly Problem[]): readonly Problem[] {
  const count = problems.length - NAMED_MAX;
  return count > 0 ? [...problems.slice(0, NAMED_MAX), { code: "more", count }] : problems;
}
