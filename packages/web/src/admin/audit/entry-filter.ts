import type { CallOf } from "@retrieval/api/client";

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
