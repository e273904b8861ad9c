/**
 * What usage is counted: the words of searches without a fitting result, of questions without an answer and of answers
 * judged wrong; the documents of such answers; and the documents that users open.
 */
export const USAGE_KINDS = [
  "search-unmet",
  "question-unanswered",
  "answer-wrong",
  "answer-wrong-in",
  "document-read",
] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** The fewest users on one day with which a subject is reported (docs/decisions/0036). */
export const USERS_MIN = 3;

/** How long usage is kept, in days. */
export const USAGE_DAYS = 90;
