/** How many of a list of problems a message names. */
const NAMED_MAX = 10;

/** The first ten, and how many more there are: what a person reads of a list that somebody else made long. */
export function firstFew(problems: readonly string[]): readonly string[] {
  const more = problems.length - NAMED_MAX;
  return more > 0 ? [...problems.slice(0, NAMED_MAX), `and ${more} more`] : problems;
}
