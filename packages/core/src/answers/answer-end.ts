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
