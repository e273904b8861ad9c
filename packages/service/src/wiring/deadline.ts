import { performance } from "node:perf_hooks";
import type { Deadline } from "@retrieval/core/use-cases";

/** The end of a search that begins now. */
export function deadlineAfter(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds;
  const signal = AbortSignal.timeout(milliseconds);
  return {
    signal,
    left: () => Math.max(0, Math.ceil(end - performance.now())),
    within: (limit) => AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(limit)))]),
  };
}
