import { InvalidArgumentError } from "commander";
import { say } from "../../texts/say.js";

/** Larger than any list. */
const MAX = 9_999_999;

/** A number on the command line. @throws InvalidArgumentError with the allowed values */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError(say("It must be a whole number."));
  if (Number(text) > MAX) throw new InvalidArgumentError(say("It must be at most {max}.", { max: MAX }));
  return Number(text);
}
