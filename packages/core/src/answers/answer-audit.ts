/**
 * answer: units of one section answer. nearest: what was found fits, and none of it surely answers. nothing_found: nothing
 * that the reader may see fits well enough.
 */
export const ANSWER_OUTCOMES = ["answer", "nearest", "nothing_found"] as const;

/** used: a model chose. none: no model is configured, or it was not asked. failed: its choice cannot be used. */
export const MODEL_USES = ["used", "none", "failed"] as const;

/** What is wrong with an answer, as its reader says. */
export const ANSWER_FAULTS = ["wrong", "incomplete", "outdated", "beside_the_question", "other"] as const;

export interface AnswerEnd {
  readonly outcome: (typeof ANSWER_OUTCOMES)[number];
  readonly model: (typeof MODEL_USES)[number];
}

/** A question that was answered: who asked and what the answer cites, not the texts, which may be personal. */
export interface AnsweredQuestion extends AnswerEnd {
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
