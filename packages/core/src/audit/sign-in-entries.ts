import type { AuditEntry } from "./audit-log.js";

/** The audit entry of a sign-in. */
export function signInEntry(user_id: string, address: string): AuditEntry {
  return { kind: "sign-in", by_user: user_id, user_id, document_id: null, details: { address } };
}
