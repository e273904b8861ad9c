import type { ModelFailure } from "../model-failure.js";

/** The most queries of one rewriting, and the most characters of a query. */
export const REWRITING = { queries: 3, characters: 200 } as const;

/** Lets a language model say a question in the words that rules use, and do nothing else: no tools, no memory, no document. */
export interface QuestionRewriter {
  readonly model: string;
  /** Where the question is sent, with the port: `gpu-1:8080`. */
  readonly host: string;
  /**
   * Each call MUST be independent of earlier ones. It MUST NOT throw, and MUST return within 3 seconds, and soon after
   * the signal aborts.
   *
   * @param ask.instructions rules for the model; nothing of a reader
   * @param ask.data the question and those before it: data, which the rewriter MUST NOT mix with the instructions
   * @returns one to three queries of 1 to 200 characters, trimmed, as the model wrote them. `malformed` if its answer is
   *   anything else; `timeout` if it was late or the signal aborted
   */
  rewrite(
    ask: { readonly instructions: string; readonly data: string },
    signal: AbortSignal,
  ): Promise<readonly string[] | ModelFailure>;
}
