import type { AnswerEnd } from "../answers/answer-end.js";

/**
 * Receives what users look for, do not find, and read, to count it. It MUST return at once and MUST NOT throw: no request
 * waits for it or fails because of it. It MUST NOT keep a question or a user_id.
 */
export interface UsageLog {
  /** A search without filters. */
  searched(search: { readonly user_id: string; readonly query: string; readonly fits: boolean }): void;

  /**
   * A question without filters. One to which nothing is found is a search without a fitting result.
   *
   * @param answer.answers all that it was answered, while it was typed too; the end is of the last one
   * @param answer.answers.document_id of the best source; null: the answer cites nothing
   */
  answered(
    answer: AnswerEnd & {
      readonly user_id: string;
      readonly question: string;
      readonly answers: readonly { readonly answer_id: string; readonly document_id: string | null }[];
    },
  ): void;

  /** An answer was judged wrong. */
  judgedWrong(answer: { readonly answer_id: string; readonly user_id: string }): void;

  /** A document was opened. */
  read(opened: { readonly user_id: string; readonly document_id: string }): void;
}
