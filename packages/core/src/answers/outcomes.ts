/**
 * answered: a model wrote the sentences, and each is proven by its quote. extract: they are the documents' own.
 * nothing_found: nothing that the reader may see fits well enough.
 */
export const ANSWER_OUTCOMES = ["answered", "extract", "nothing_found"] as const;

/** none: no model is configured, or it was not asked. failed: it broke off, or wrote nothing that is proven. */
export const MODEL_USES = ["used", "none", "failed"] as const;

/** What becomes of a sentence that a model offers: shown, or dropped for a reason. */
export const SENTENCE_FATES = [
  "released",
  "malformed",
  "unsafe",
  "no_such_source",
  "not_quoted",
  "number",
  "negation",
  "opposite",
  "content",
  "no_longer_readable",
] as const;
export type SentenceFate = (typeof SENTENCE_FATES)[number];

/** What is wrong with an answer, as its reader says. */
export const ANSWER_FAULTS = ["wrong", "incomplete", "outdated", "beside_the_question", "other"] as const;

export interface AnswerEnd {
  readonly outcome: (typeof ANSWER_OUTCOMES)[number];
  readonly model: (typeof MODEL_USES)[number];
  /** As of a search; false: the outcome is nothing_found. */
  readonly fits: boolean;
}
