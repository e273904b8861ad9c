/** What is recorded. A new kind is a new line here. */
export const AUDIT_KINDS = [
  "sign-in",
  "sign-in-refused",
  "users-imported",
  "user-changed",
  "user-signed-out",
  "departments-replaced",
  "document-published",
  "document-deleted",
  "draft-saved",
  "draft-read",
  "draft-deleted",
  "rule-changed",
  "access-explained",
  "chunks-exported",
  "embed-versions-changed",
  "vocabulary-changed",
  "audit-exported",
  "job-cancelled",
  "management-refused",
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
