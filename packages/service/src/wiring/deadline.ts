import { performance } from "node:perf_hooks";
import type { Deadline } from "@retrieval/core/use-cases";

/** The end of a search that begins now. */
export function deadlineAfter(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds;
  return {
    signal: AbortSignal.timeout(milliseconds),
    left: () => Math.max(0, Math.ceil(end - performance.now())),
  };
}
