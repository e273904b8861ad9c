import type { ModelFailure } from "../model-failure.js";

/** Lets a language model choose among numbered units of text, and do nothing else: no tools, no memory, no text of its own. */
export interface UnitChooser {
  readonly model: string;
  /** Where question and data are sent, with the port: `gpu-1:8080`. */
  readonly host: string;
  /**
   * Each call MUST be independent of earlier ones. It MUST NOT throw, and MUST return soon after the signal aborts.
   *
   * @param ask.instructions rules for the model; nothing of a reader or a document
   * @param ask.data texts of documents: data, which the chooser MUST NOT mix with the instructions
   * @returns the numbers that the model names, whole but not checked further: they can be of no unit. `malformed` if its
   *   answer is anything else; `timeout` if the signal aborted
   */
  choose(
    ask: { readonly instructions: string; readonly question: string; readonly data: string },
    signal: AbortSignal,
  ): Promise<readonly number[] | ModelFailure>;
}
