import type { CallOf } from "@retrieval/api/client";
import type { AuditKind } from "@retrieval/core/ports";

/** Kinds in the order in which users look for them: changes of access first. */
export const KINDS = [
  "rule-changed",
  "document-published",
  "document-unchanged",
  "document-deleted",
  "user-changed",
  "users-imported",
  "user-signed-out",
  "token-created",
  "token-first-used",
  "token-revoked",
  "departments-replaced",
  "draft-saved",
  "draft-read",
  "draft-deleted",
  "access-explained",
  "vocabulary-changed",
  "question-answered",
  "answer-judged",
  "audit-exported",
  "job-cancelled",
  "sign-in",
  "sign-in-refused",
  "management-refused",
] as const satisfies readonly AuditKind[];

const FIELDS = ["user_id", "document_id", "kind", "without", "from", "to"] as const;

/** The filters, as the address and the API have them; empty: all entries. */
export type EntryFilter = Readonly<Record<(typeof FIELDS)[number], string>>;

export function filterIn(query: URLSearchParams): EntryFilter {
  return Object.fromEntries(FIELDS.map((field) => [field, query.get(field) ?? ""])) as EntryFilter;
}

/** The service says what is wrong with a kind that an address made up. */
export function queryOf(filter: EntryFilter): CallOf<"listAuditEntries"> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
}

export function isEmpty(filter: EntryFilter): boolean {
  return FIELDS.every((field) => filter[field] === "");
}
