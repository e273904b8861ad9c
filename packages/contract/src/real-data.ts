import { describe } from "@jest/globals";
import { realDataDir, realDataIsThere } from "./real-data-dir.js";

export { realDataDir };

/** A `describe` over the files in {@link realDataDir}; skipped, with the reason in its name, where they are missing. */
export function describeWithRealData(name: string, tests: () => void): void {
  if (realDataIsThere) describe(name, tests);
  else describe.skip(`${name} (left out: ${realDataDir} is missing)`, tests);
}
