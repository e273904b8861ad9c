import { InvalidArgumentError } from "commander";

/** More than any list here has. */
const MAX = 9_999_999;

/** A number on the command line. @throws InvalidArgumentError saying what it has to be */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  if (Number(text) > MAX) throw new InvalidArgumentError(`It must be at most ${MAX}.`);
  return Number(text);
}

/** How many at most: none at all would look like an answer that there are none. */
export function limitNumber(text: string): number {
  const limit = wholeNumber(text);
  if (limit === 0) throw new InvalidArgumentError("It must be at least 1.");
  return limit;
}
