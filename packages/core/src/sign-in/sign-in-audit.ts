import type { ErrorCode } from "../errors.js";

/**
 * Receives every sign-in and adds its audit entry (see `AuditLog`). It MUST return at once and MUST NOT throw: no
 * sign-in waits for its entry or fails because of it.
 */
export interface SignInAudit {
  accepted(user_id: string, address: string): void;

  /**
   * @param user_id the user whom it was signed for; null unless the signature was valid, because any caller can write a
   *   user_id
   */
  refused(reason: ErrorCode, address: string, user_id: string | null): void;
}
