import type { Problem } from "@retrieval/core/problems";

/** Problems as they were stored. A version of the service before problems were data stored sentences. */
export function storedProblems(stored: readonly (Problem | string)[]): Problem[] {
  return stored.map((problem) => (typeof problem === "string" ? { code: "legacy", text: problem } : problem));
}
