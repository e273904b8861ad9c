import type { AuditEntry } from "@retrieval/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.js";

/** Adds entries to the audit record, in the transaction of what they say. */
export async function addAuditEntries(db: Kysely<Schema>, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    INSERT INTO audit_entries (kind, by_user, user_id, document_id, details)
    SELECT kind, by_user, user_id, document_id, details
    FROM json_to_recordset(${JSON.stringify(entries)}::json)
      AS entry (kind text, by_user text, user_id text, document_id text, details json)
  `.execute(db);
}
