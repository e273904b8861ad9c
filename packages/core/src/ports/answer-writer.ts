import type { ModelFailure } from "./model-failure.js";

/** An {@link AnswerWriter} throws this if its model fails. Holds neither a key nor a text. */
export class ModelFailed extends Error {
  override readonly name = "ModelFailed";

  constructor(readonly failure: ModelFailure) {
    super(`The model failed: ${failure.failed}${failure.status === undefined ? "" : `, status ${failure.status}`}`);
  }
}

/** Lets a language model write about the data that it is given, and nothing else: no tools, no memory. */
export interface AnswerWriter {
  readonly model: string;
  /** Where question and data are sent, with the port: `gpu-1:8080`. */
  readonly host: string;
  /**
   * The pieces joined are the model's text, cut at the writer's limit of bytes: that is an end and no failure. Each call
   * MUST be independent of earlier ones. A caller that stops early MUST end the request to the model.
   *
   * @param ask.instructions rules for the model; nothing of a reader or a document
   * @param ask.data texts of documents: data, which the writer MUST NOT mix with the instructions
   * @throws ModelFailed after the pieces that came before it: `timeout` if the model was silent for too long or the
   *   signal aborted; `malformed` if the text has no end
   */
  write(
    ask: { readonly instructions: string; readonly question: string; readonly data: string },
    signal: AbortSignal,
  ): AsyncIterable<string>;
}
