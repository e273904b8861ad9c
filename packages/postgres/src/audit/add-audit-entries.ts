import type { AuditEntry } from "@retrieval/core/ports";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "../sql/schema.js";
import { selectRecords } from "../sql/select-records.js";

/** Adds entries to the audit log, in the transaction that they describe. */
export async function addAuditEntries(db: Kysely<Schema>, entries: readonly AuditEntry[]): Promise<void> {
  await insertAuditEntries(entries)?.execute(db);
}

/** The statement that adds entries to the audit log, or null where there are none. */
export function insertAuditEntries(entries: readonly AuditEntry[]): RawBuilder<unknown> | null {
  if (entries.length === 0) return null;
  return sql`
    INSERT INTO audit_entries (kind, by_user, user_id, document_id, details)
    ${selectRecords(entries, { kind: "text", by_user: "text", user_id: "text", document_id: "text", details: "json" })}`;
}
