import type { AccessReason } from "@retrieval/core";
import type { DocumentHead } from "@retrieval/core/documents";
import type { User } from "@retrieval/core/users";
import type { AuditEntryView } from "../audit.js";
import type { CsvValue } from "./write.js";

type Rows = readonly (readonly CsvValue[])[];

const ENTRY_FIELDS = ["at", "kind", "by_user", "user_id", "document_id"] as const;
const ACCESS_FIELDS = ["at", "document_id", "title", "version", "user_id", "display_name", "reasons"] as const;

/** The header line of a CSV of entries; {@link entryRows} follow it. */
export const ENTRY_HEADER: Rows = [[...ENTRY_FIELDS, "details", "sentence"]];

export function entryRows(entries: readonly AuditEntryView[]): Rows {
  return entries.map((entry) => [
    ...ENTRY_FIELDS.map((field) => entry[field]),
    JSON.stringify(entry.details),
    entry.sentence,
  ]);
}

/**
 * The whole CSV of the users who could read a document; its last line has the number of erased users of whom it is not
 * known. @param at ISO 8601
 */
export function readersRows(answer: {
  readonly document: DocumentHead;
  readonly at: string;
  readonly readers: readonly AccessLine[];
  readonly erased: number;
}): Rows {
  const { at, document, readers, erased } = answer;
  const { document_id, title, version } = document;
  const unknown = erased === 0 ? [] : [[at, document_id, title, version, null, null, `erased users ${erased}`]];
  return [ACCESS_FIELDS, ...readers.map((reader) => accessRow(at, document, reader)), ...unknown];
}

/** The whole CSV of the documents that a user could read. @param at ISO 8601 */
export function documentsRows(answer: {
  readonly user: NamedUser;
  readonly at: string;
  readonly documents: readonly (DocumentHead & Reasoned)[];
}): Rows {
  const { user, at, documents } = answer;
  return [ACCESS_FIELDS, ...documents.map((document) => accessRow(at, document, { ...user, ...document }))];
}

type NamedUser = Pick<User, "user_id" | "display_name">;
type Reasoned = { readonly reasons: readonly AccessReason[] };
type AccessLine = NamedUser & Reasoned;

/** Every line is complete, so that lines of several files can be combined. */
function accessRow(
  at: string,
  { document_id, title, version }: DocumentHead,
  { user_id, display_name, reasons }: AccessLine,
): readonly CsvValue[] {
  return [at, document_id, title, version, user_id, display_name, reasonsText(reasons)];
}

/** `role admin; department D1020` */
export function reasonsText(reasons: readonly AccessReason[]): string {
  return reasons.map(({ by, value }) => (by === "allow_all" ? by : `${by} ${value}`)).join("; ");
}
