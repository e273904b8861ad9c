import type { ErrorCode } from "../errors.js";

/**
 * Is told of every sign-in, and sees to its record (see `AuditLog`). It MUST answer at once and MUST NOT throw: no
 * sign-in waits for its record, or fails for it.
 */
export interface SignInAudit {
  accepted(user_id: string, address: string): void;

  /** @param user_id who it was signed for; null unless the signature was right, for anybody can write a number */
  refused(reason: ErrorCode, address: string, user_id: string | null): void;
}
