export const AUDIT_ADDRESS = "/admin/audit";

/** The questions to the audit log: what happened, who could read a document, what a user could read. */
export const QUESTIONS = ["entries", "who-could-read", "could-read"] as const;
export type Question = (typeof QUESTIONS)[number];
export type PastQuestion = Exclude<Question, "entries">;

/** The shareable address of a question with its parameters; empty ones are left out. */
export function auditAddress(question: Question, about: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(about).filter(([, value]) => value !== "");
  const query = new URLSearchParams([...(question === "entries" ? [] : [["question", question]]), ...given]).toString();
  return query === "" ? AUDIT_ADDRESS : `${AUDIT_ADDRESS}?${query}`;
}

export function questionIn(query: URLSearchParams): Question {
  return QUESTIONS.find((question) => question === query.get("question")) ?? "entries";
}
