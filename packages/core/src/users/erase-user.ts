import type { Clock } from "../clock.js";
import { type Refusal, refuse, UnavailableError } from "../errors.js";
import { certifiedMoments } from "../notices/certificate.js";
import type { ConfirmationDeps } from "../notices/confirmations.js";
import { pseudonymFrom } from "./pseudonym.js";
import type { UserErasure, UserErasures } from "./user-erasures.js";

interface ErasureDeps extends ConfirmationDeps {
  readonly erasures: UserErasures;
  readonly clock: Clock;
  /** A fresh random UUID. */
  readonly newId: () => string;
}

/** How long a user must have been inactive, in milliseconds. */
const WAIT_MS = 24 * 3600 * 1000;
const MINUTE_MS = 60 * 1000;

/**
 * Erases a user by the order of an administrator.
 *
 * @returns null if it is done
 * @throws SenderNotAdminError if `by_user` is not an active administrator any more
 */
export async function eraseUser(user_id: string, by_user: string, deps: ErasureDeps): Promise<Refusal | null> {
  const before = deps.clock.now() - WAIT_MS;
  const result = await erase(user_id, { before, by_user, certified: await certifiedMoments(deps) }, deps);
  if (result === null) return null;
  if (result === "unknown") return refuse("USER_NOT_FOUND", { code: "user.unknown" });
  const { inactive_since } = result;
  if (inactive_since === null) return refuse("CONFLICT", { code: "user.active" });
  return refuse("CONFLICT", { code: "user.recently_active", erasable_from: minuteFrom(inactive_since + WAIT_MS) });
}

/** The first whole minute from this moment on: readers see it, `2026-12-01T14:10Z`. */
function minuteFrom(moment: number): string {
  const minute = Math.ceil(moment / MINUTE_MS) * MINUTE_MS;
  return new Date(minute).toISOString().replace(":00.000Z", "Z");
}

/**
 * Erases users who were deactivated before `before`, at most `limit`. `failed` is told of each user whose erasure fails;
 * the others are erased all the same, unless the database is away.
 *
 * @returns how many it erased
 * @throws UnavailableError
 */
export async function eraseLeavers(
  before: number,
  limit: number,
  deps: ErasureDeps & { readonly failed: (user_id: string, error: unknown) => void },
): Promise<number> {
  const due = await deps.erasures.due(before, limit);
  if (due.length === 0) return 0;
  const certified = await certifiedMoments(deps);
  let erased = 0;
  for (const user_id of due) {
    try {
      // Another instance, or a reactivation, may have been there first.
      if ((await erase(user_id, { before, by_user: null, certified }, deps)) === null) erased += 1;
    } catch (error) {
      deps.failed(user_id, error);
      if (error instanceof UnavailableError) throw error;
    }
  }
  return erased;
}

function erase(user_id: string, order: Omit<UserErasure, "pseudonym">, { erasures, newId }: ErasureDeps) {
  return erasures.erase(user_id, { ...order, pseudonym: pseudonymFrom(newId()) });
}
