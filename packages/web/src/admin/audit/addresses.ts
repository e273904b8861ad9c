export const AUDIT_ADDRESS = "/admin/audit";

/** What the record is asked: what happened, who could read a document, what a person could read. */
export const QUESTIONS = ["entries", "who-could-read", "could-read"] as const;
export type Question = (typeof QUESTIONS)[number];

/** A question with what it is asked about, as a page that can be shared; what is empty is left out. */
export function auditAddress(question: Question, about: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(about).filter(([, value]) => value !== "");
  const query = new URLSearchParams([...(question === "entries" ? [] : [["question", question]]), ...given]).toString();
  return query === "" ? AUDIT_ADDRESS : `${AUDIT_ADDRESS}?${query}`;
}

export function questionIn(query: URLSearchParams): Question {
  return QUESTIONS.find((question) => question === query.get("question")) ?? "entries";
}
