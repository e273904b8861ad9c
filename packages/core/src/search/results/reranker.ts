import type { ModelFailure } from "../../model-failure.js";

/** Scores how well passages answer a query, reading both together. */
export interface Reranker {
  readonly model: string;
  /** Where query and passages are sent, with the port: `gpu-1:8080`. */
  readonly host: string;
  /**
   * Without passages it MUST answer `[]` and ask no server. It MUST NOT throw, and MUST return soon after the signal
   * aborts.
   *
   * @returns a finite score for each passage, in the order of the passages; a higher score is a better passage. The
   *   scale is the model's own: some answer from 0 to 1, some any number. `timeout` if the signal aborted
   */
  rerank(query: string, passages: readonly string[], signal: AbortSignal): Promise<readonly number[] | ModelFailure>;
}
