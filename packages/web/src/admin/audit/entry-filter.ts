import type { AuditKind } from "./answers.js";

/** Kinds as people look for them: what changes access first. */
export const KINDS = [
  "rule-changed",
  "document-published",
  "document-deleted",
  "user-changed",
  "users-imported",
  "departments-replaced",
  "access-explained",
  "sign-in",
  "sign-in-refused",
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
