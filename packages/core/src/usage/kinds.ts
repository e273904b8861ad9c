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

/**
 * How many more users of the same kind and day are needed, so that nothing tells who of them share the subject. The audit
 * log names those who got no answer or judged one wrong, with the document; it names nobody who opens a document.
 */
export const OTHERS_MIN: Readonly<Record<UsageKind, number>> = {
  "search-unmet": 3,
  "question-unanswered": 3,
  "answer-wrong": 3,
  "answer-wrong-in": 0,
  "document-read": 0,
};

/** The subject of a mark that counts a user of a kind and day, whatever the user's words or documents are. */
export const ANY_SUBJECT = "";

/** How long usage is kept, in days. */
export const USAGE_DAYS = 90;
