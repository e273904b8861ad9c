import type { AuditKind } from "./answers.js";

/** Kinds as people look for them: what changes access first. */
export const KINDS = [
  "rule-changed",
  "document-published",
  "document-deleted",
  "user-changed",
  "users-imported",
  "user-signed-out",
  "departments-replaced",
  "draft-saved",
  "draft-read",
  "draft-deleted",
  "access-explained",
  "chunks-exported",
  "embed-versions-changed",
  "audit-exported",
  "job-cancelled",
  "sign-in",
  "sign-in-refused",
  "management-refused",
] as const satisfies readonly AuditKind[];

const FIELDS = ["user_id", "document_id", "kind", "from", "to"] as const;

/** Which entries are asked for, as the address has it and the record takes it; empty: all. */
export type EntryFilter = Readonly<Record<(typeof FIELDS)[number], string>>;

export function filterIn(query: URLSearchParams): EntryFilter {
  return Object.fromEntries(FIELDS.map((field) => [field, query.get(field) ?? ""])) as EntryFilter;
}

export function isEmpty(filter: EntryFilter): boolean {
  return FIELDS.every((field) => filter[field] === "");
}
