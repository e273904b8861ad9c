import type { AuditEntry } from "../audit/audit-log.js";
import { type Refusal, refuse, SenderNotAdminError } from "../errors.js";
import type { UserDirectory } from "./user-directory.js";

/**
 * Ends all sessions of a user: tokens issued before are refused from the next request on. The user may sign in again.
 *
 * @param by_user the user who asked for it; null for the service itself
 * @returns null if it is done
 * @throws SenderNotAdminError if `by_user` is not an active administrator any more
 */
export async function signOutUser(
  user_id: string,
  by_user: string | null,
  users: Pick<UserDirectory, "change">,
): Promise<Refusal | null> {
  const entry: AuditEntry = { kind: "user-signed-out", by_user, user_id, document_id: null, details: {} };
  const { kept: isKnown, refused } = await users.change([user_id], ({ existing, active_admins }) => {
    if (by_user !== null && !active_admins.includes(by_user)) throw new SenderNotAdminError(by_user);
    const user = existing.get(user_id);
    if (user === undefined) return { kept: false, records: [] };
    return { kept: true, records: [{ ...user, sessions: user.sessions + 1 }], entries: [entry] };
  });
  if (!isKnown) return refuse("USER_NOT_FOUND", { code: "user.unknown" });
  const problem = refused.get(user_id);
  return problem === undefined ? null : refuse("CONFLICT", problem);
}
