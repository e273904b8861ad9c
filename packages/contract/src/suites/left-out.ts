import { describe } from "@jest/globals";

/** A `describe` that is skipped, with the reason in its name, if there is one. */
export function describeUnless(reason: string | undefined, name: string, tests: () => void): void {
  if (reason === undefined) describe(name, tests);
  else describe.skip(`${name} (left out: ${reason})`, tests);
}
