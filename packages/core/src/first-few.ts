import type { Problem } from "./problems.js";

/** The maximum number of problems that a message names. */
const NAMED_MAX = 10;

/** The first ten problems, and how many more there are. */
export function firstFew(problems: readonly Problem[]): readonly Problem[] {
  const count = problems.length - NAMED_MAX;
  return count > 0 ? [...problems.slice(0, NAMED_MAX), { code: "more", count }] : problems;
}
