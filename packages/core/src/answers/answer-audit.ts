import type { ANSWER_FAULTS, AnswerEnd } from "./outcomes.js";

/** A question that was answered: who asked and what the answer cites, not the texts, which may be personal. */
export interface AnsweredQuestion extends Pick<AnswerEnd, "outcome" | "model"> {
  /** Of the last answer to it. */
  readonly answer_id: string;
  /** Of the answers before, while it was typed. */
  readonly earlier_answer_ids: readonly string[];
  readonly user_id: string;
  /** Of the best source; null: the answer cites nothing. */
  readonly document_id: string | null;
  /** What the sentences of all its answers cite. */
  readonly chunk_ids: readonly string[];
}

/** A reader's judgement of an answer. */
export interface JudgedAnswer {
  readonly answer_id: string;
  readonly user_id: string;
  readonly good: boolean;
  readonly reason: (typeof ANSWER_FAULTS)[number] | null;
}

/**
 * Receives answered questions and judgements of answers, and adds their audit entries. It MUST return at once and MUST NOT
 * throw: no answer waits for its entry or fails because of it.
 */
export interface AnswerAudit {
  answered(question: AnsweredQuestion): void;
  judged(answer: JudgedAnswer): void;
}
