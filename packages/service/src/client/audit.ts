import type { AuditEntryView } from "@retrieval/api";
import type { DocumentsAt, ReadersAt } from "@retrieval/core/use-cases";
import type { ManagementClient } from "./management-client.js";

/** The most that a list gives at once. */
const PAGE = 200;

export interface AuditFilter {
  readonly user_id: string | undefined;
  readonly document_id: string | undefined;
  readonly kind: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Entries of the audit record, the newest first, a page at a time; at most `limit` of them. */
export async function* auditPages(
  client: ManagementClient,
  filter: AuditFilter,
  limit: number,
): AsyncGenerator<{ readonly entries: readonly AuditEntryView[]; readonly more: boolean }> {
  let cursor: string | undefined;
  for (let left = limit; left > 0; ) {
    const { body } = await client.call<{ entries: AuditEntryView[]; next_cursor: string | null }>({
      method: "GET",
      path: ["audit"],
      query: { ...filter, limit: Math.min(PAGE, left), cursor },
    });
    left -= body.entries.length;
    yield { entries: body.entries, more: body.next_cursor !== null };
    if (body.next_cursor === null) return;
    cursor = body.next_cursor;
  }
}

/** All entries as CSV, as it comes, without its byte order mark. The service records that they were exported. */
export function auditCsv(client: ManagementClient, filter: AuditFilter): Promise<AsyncGenerator<string>> {
  return client.stream({ method: "GET", path: ["audit"], query: { ...filter, format: "csv" } });
}

/** @param at a date, or a time with its offset, as the service takes it */
export async function whoCouldRead(
  client: ManagementClient,
  document_id: string,
  at: string,
): Promise<ReadersAt & { readonly at: string }> {
  const path = ["audit", "who-could-read"];
  return (await client.call<ReadersAt & { at: string }>({ method: "GET", path, query: { document_id, at } })).body;
}

/** @param at a date, or a time with its offset, as the service takes it */
export async function couldRead(
  client: ManagementClient,
  user_id: string,
  at: string,
): Promise<DocumentsAt & { readonly at: string }> {
  const path = ["audit", "could-read"];
  return (await client.call<DocumentsAt & { at: string }>({ method: "GET", path, query: { user_id, at } })).body;
}
