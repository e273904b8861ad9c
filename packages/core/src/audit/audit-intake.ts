import type { EntryOf } from "./audit-log.js";
import type { RefusedCall } from "./summed-entries.js";

/** An event that changes no data of a document or user, and that the user caused. */
export type OwnEntry = EntryOf<"sign-in" | "question-answered" | "answer-judged"> & { readonly by_user: string };

/**
 * Receives the events that no transaction changes data for, and adds their entries to the {@link AuditLog} later:
 * accepted and refused sign-ins, refused management calls, answered questions and judged answers. It MUST return at once
 * and MUST NOT throw: no request waits for its entry or fails because of it. It MUST bound what one caller adds in an
 * hour, so that nobody fills the log.
 */
export interface AuditIntake {
  /** What a user does more than {@link ENTRIES_MAX} times an hour is summed, except sign-ins. */
  add(entry: OwnEntry): void;

  /**
   * A sign-in, or a management call of a caller who is not signed in or no administrator. Like calls are summed.
   *
   * @param call.user_id the user for whom a signature or token of ours was made; else null. A user_id without one MUST
   *   NOT be passed, because any caller can write one
   */
  refuse(call: RefusedCall): void;

  /**
   * Whether the user may create another token in this hour. If not, it MUST be refused: each token has an entry of its own
   * in the transaction that creates it, because in a sum a thief's token would have no name.
   */
  hasRoom(kind: "token-created", user_id: string): boolean;
  /** Counts a token whose entry is written. */
  count(kind: "token-created", user_id: string): void;
}
