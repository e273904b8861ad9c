import { performance } from "node:perf_hooks";
import type { Deadline } from "@retrieval/core/use-cases";

/** The end of a search that begins now. */
export function deadlineAfter(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds;
  const left = () => Math.max(0, Math.ceil(end - performance.now()));
  return {
    signal: AbortSignal.timeout(milliseconds),
    left,
    // Not AbortSignal.any: Node 20 may collect the time limits that such a signal depends on.
    within: (limit) => AbortSignal.timeout(Math.max(0, Math.min(Math.ceil(limit), left()))),
  };
}
