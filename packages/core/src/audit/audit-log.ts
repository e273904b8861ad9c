import type { AccessRules } from "../access/rules.js";
import type { DocumentHead } from "../documents/document-head.js";
import type { User } from "../users/user.js";
import type { HistoryField } from "../users/user-fields.js";
import type { AuditDetails } from "./details.js";
import type { AuditKind } from "./kinds.js";

interface Subjects {
  /** The user who caused it; null for the service itself and for a caller who was not signed in. */
  readonly by_user: string | null;
  /** The user whom it is about. */
  readonly user_id: string | null;
  readonly document_id: string | null;
}

/** One event of a kind. It MUST NOT hold a secret: no signature, token or password. */
export type EntryOf<Kind extends AuditKind> = {
  readonly [One in Kind]: Subjects & { readonly kind: One; readonly details: AuditDetails<One> };
}[Kind];

export type AuditEntry = EntryOf<AuditKind>;

/** An entry as it is stored; another version of the service may have written it, with a kind or details of its own. */
export interface StoredEntry extends Subjects {
  readonly kind: string;
  readonly details: object;
}

export interface RecordedEntry extends StoredEntry {
  readonly entry_id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface AuditQuery {
  /** Entries by this user or about this user. */
  readonly user_id?: string;
  readonly document_id?: string;
  readonly kind?: AuditKind;
  /** Kinds to leave out. */
  readonly without?: readonly AuditKind[];
  /** Milliseconds since 1970: `from` included, `to` excluded. */
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  /** The entry_id of the last entry seen; the answer continues with older ones. */
  readonly before?: number;
}

/** The users and documents that entries mention. */
export interface MentionedIds {
  readonly user_ids: readonly string[];
  readonly document_ids: readonly string[];
}

/** The names of mentioned users and documents. */
export interface MentionedNames {
  readonly users: readonly Pick<User, "user_id" | "display_name">[];
  readonly documents: readonly Pick<DocumentHead, "document_id" | "title">[];
}

/** A user's state at a moment. */
export type UserAt = Pick<User, "user_id" | HistoryField>;

/** A published document with its rule at a moment. */
export interface DocumentAt extends DocumentHead {
  readonly access_rules: AccessRules;
}

/**
 * The append-only log of events. The ports that change users, documents and rules add the entries and the new states in
 * the transaction of the change; all other entries are added here.
 */
export interface AuditLog {
  /** Durable once it resolves, all or none. */
  record(entries: readonly AuditEntry[]): Promise<void>;
  /** The newest first. */
  list(query: AuditQuery): Promise<readonly RecordedEntry[]>;
  /**
   * The current names of users, and the last titles of documents, also of deleted ones, in code-point order of their
   * ids. Unknown ids are left out. No entry MUST store a name: a name can change, and be erased.
   */
  names(mentioned: MentionedIds): Promise<MentionedNames>;
  /**
   * Deletes entries older than `before`, the oldest first, and answered questions after 90 days. Entries of the last 30
   * days MUST stay, whatever `before` is.
   *
   * @returns how many it deleted, at most `limit`
   */
  forget(before: number, limit: number): Promise<number>;

  // A moment is a millisecond. A change within it MUST count.

  /** The document at that moment; null if it was not published. */
  documentAt(document_id: string, at: number): Promise<DocumentAt | null>;
  /** All documents that were published at that moment, in code-point order. */
  documentsAt(at: number): Promise<readonly DocumentAt[]>;
  /** The user at that moment; null if there was no such user. */
  userAt(user_id: string, at: number): Promise<UserAt | null>;
  /** All users at that moment, in code-point order. */
  usersAt(at: number): Promise<readonly UserAt[]>;
}
