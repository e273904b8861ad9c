import type { RefusedCall } from "../audit/summed-refusals.js";

/** A management call that its caller had no authority for. */
export interface RefusedManagementCall extends Pick<RefusedCall, "reason" | "by_user" | "user_id"> {
  readonly address: string;
  /** Method and path: `PUT /api/manage/users/{user_id}`. */
  readonly call: string;
}

/**
 * Is told of every management call that was refused because the caller was not signed in or not an administrator, and
 * sees to its audit entry. It MUST answer at once and MUST NOT throw: no answer waits for it, or fails for it.
 */
export interface ManagementAudit {
  /**
   * @param refused.by_user the signed-in caller; null for one who is not signed in
   * @param refused.user_id whom a token names that the service signed and does not accept any more, else null; a name
   *   without our signature MUST NOT be handed in, for any caller can write one
   */
  callRefused(refused: RefusedManagementCall): void;
}
