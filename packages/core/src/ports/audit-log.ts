import type { AccessRules } from "../access/rules.js";
import type { AuditKind } from "../audit/kinds.js";
import type { DocumentHead } from "../documents/document-head.js";
import type { User } from "../users/user.js";

/** One thing that happened. It MUST NOT hold a secret: no signature, token or password. */
export interface AuditEntry {
  readonly kind: AuditKind;
  /** Who did it; null for the service itself and for whoever was not signed in. */
  readonly by_user: string | null;
  /** Whom it is about. */
  readonly user_id: string | null;
  readonly document_id: string | null;
  /** Whatever else there is to say of this kind, as plain JSON. */
  readonly details: object;
}

export interface RecordedEntry extends AuditEntry {
  readonly entry_id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface AuditQuery {
  /** Entries by this person or about them. */
  readonly user_id?: string;
  readonly document_id?: string;
  readonly kind?: AuditKind;
  /** Milliseconds since 1970: from this moment on, and before that one. */
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  /** The entry_id of the last entry seen; the answer goes on with older ones. */
  readonly before?: number;
}

/** Somebody as they were at a moment. */
export type UserAt = Pick<
  User,
  "user_id" | "display_name" | "role" | "department_code" | "permission_groups" | "is_active"
>;

/** A published document with the rule that it had at a moment. */
export interface DocumentAt extends DocumentHead {
  readonly access_rules: AccessRules;
}

/**
 * The record of what happened, which is only ever added to. Changes to users, documents and rules are recorded by the
 * ports that make them, in the transaction that makes them, together with the states that they lead to; the other
 * entries are added here.
 */
export interface AuditLog {
  /** Durable once it resolves, all or none. */
  record(entries: readonly AuditEntry[]): Promise<void>;
  /** The newest first. */
  list(query: AuditQuery): Promise<readonly RecordedEntry[]>;
  /**
   * Forgets entries older than that, the oldest first. Those of the last 30 days MUST stay, whatever is asked.
   *
   * @returns how many there were, at most `limit`
   */
  forget(before: number, limit: number): Promise<number>;

  // A moment is a millisecond, and what happened within it MUST count as having happened.

  /** The document as it was then; null if it was not published. */
  documentAt(document_id: string, at: number): Promise<DocumentAt | null>;
  /** Every document that was published then, in code-point order. */
  documentsAt(at: number): Promise<readonly DocumentAt[]>;
  /** The person as they were then; null if there was no such person. */
  userAt(user_id: string, at: number): Promise<UserAt | null>;
  /** Everybody there was then, in code-point order. */
  usersAt(at: number): Promise<readonly UserAt[]>;
}
