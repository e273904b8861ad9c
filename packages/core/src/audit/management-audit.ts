import type { RefusedCall } from "./summed-entries.js";

/** A management call that its caller was not allowed to make. */
export interface RefusedManagementCall extends Pick<RefusedCall, "reason" | "by_user" | "user_id"> {
  readonly address: string;
  /** Method and path: `PUT /api/manage/users/{user_id}`. */
  readonly call: string;
}

/**
 * Receives every management call that was refused because the caller was not signed in or not an administrator, and
 * adds its audit entry. It MUST return at once and MUST NOT throw: no answer waits for it or fails because of it.
 */
export interface ManagementAudit {
  /**
   * @param refused.by_user the signed-in caller; null without one
   * @param refused.user_id the user of a token that the service signed and no longer accepts, else null. A user_id
   *   without our signature MUST NOT be passed, because any caller can write one
   */
  callRefused(refused: RefusedManagementCall): void;
}
