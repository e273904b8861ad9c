import type { AuditLog } from "../audit/audit-log.js";
import { type Refusal, refuse } from "../errors.js";
import { summaryOf, type UserSummary } from "./user.js";
import type { UserDates, UserDirectory } from "./user-directory.js";

/** One user as administrators see the user: never department or groups (SPEC 1). Times are milliseconds since 1970. */
export interface UserDetails extends UserSummary, UserDates {
  /** null: the audit log has no sign-in of this user; it forgets old entries. */
  readonly last_sign_in_at: number | null;
}

export async function readUser(
  user_id: string,
  { users, audit }: { users: Pick<UserDirectory, "find" | "dates">; audit: Pick<AuditLog, "list"> },
): Promise<UserDetails | Refusal> {
  const [user, dates] = [await users.find(user_id), await users.dates(user_id)];
  if (user === null || dates === null) return refuse("USER_NOT_FOUND", { code: "user.unknown" });
  const [last] = await audit.list({ user_id, kind: "sign-in", limit: 1 });
  return { ...summaryOf(user), ...dates, last_sign_in_at: last?.at ?? null };
}
