import type { ModelFailure } from "../../model-failure.js";

/** Turns texts into vectors whose dot product says how close two texts are in meaning. */
export interface Embedder {
  /** The model's name. Vectors of different models MUST NOT be compared. */
  readonly model: string;
  /** Where the texts are sent, with the port: `gpu-1:8080`. null: they stay on this machine. */
  readonly host: string | null;
  /**
   * Without texts it MUST answer `[]` and ask no server. It MUST NOT throw, and MUST return soon after the signal
   * aborts. Either every text has its vector or the call has failed.
   *
   * @param kind many models distinguish a question from the passages that answer it
   * @param texts a lone surrogate counts as U+FFFD
   * @returns a vector for each text, in the order of the texts, all of one dimension, each of length 1; `timeout` if
   *   the signal aborted
   */
  embed(
    kind: "query" | "passage",
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Float32Array[] | ModelFailure>;
}
