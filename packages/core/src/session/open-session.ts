import { type Refusal, refuse } from "../errors.js";
import { type Clock, unixSeconds } from "../ports/clock.js";
import type { ClockDifferences } from "../ports/clock-differences.js";
import type { SessionTokens } from "../ports/session-tokens.js";
import type { UserDirectory } from "../ports/user-directory.js";
import { KEY_MAX, problemWithKey } from "../text.js";
import type { User } from "../users/user.js";
import { acceptClaims, issuedAhead, type SessionClaims, type SessionPolicy } from "./claims.js";

/** A caller whose token is valid, and whose user record, read now, is active and has not ended the token's session. */
export interface Session {
  readonly user: User;
  readonly claims: SessionClaims;
}

export interface SessionDeps {
  readonly tokens: SessionTokens;
  readonly users: Pick<UserDirectory, "find">;
  readonly clock: Clock;
  readonly clockDifferences: Pick<ClockDifferences, "tokenRefused">;
  /** Told when a token was signed with the previous key, so that its use can be logged and counted. */
  readonly onPreviousKey: (user_id: string) => void;
  /**
   * Told whom a token names that is refused although one of our keys signed it: it has expired, or its user is inactive
   * or was signed out.
   */
  readonly onRefusedToken: (user_id: string) => void;
}

/** A session token is far smaller; what is longer is not looked at. */
const TOKEN_CHARS_MAX = 8_192;

/**
 * Who stands behind a Bearer token (SPEC 5.5), by the live record: role, department, groups and is_active are those of
 * this moment, not of the token (SPEC 3).
 *
 * @param token the text after `Bearer `, or null when there was none
 */
export async function openSession(
  token: string | null,
  policy: SessionPolicy,
  deps: SessionDeps,
): Promise<Session | Refusal> {
  if (token === null) return unauthorized("This needs a session token: Authorization: Bearer <token>.");
  const verified = token.length <= TOKEN_CHARS_MAX ? deps.tokens.verify(token) : null;
  const now = unixSeconds(deps.clock);
  const claims = verified && acceptClaims(verified.payload, policy, now);
  const ahead = verified && issuedAhead(verified.payload, now);
  if (ahead !== null) deps.clockDifferences.tokenRefused(ahead);
  const user = claims && (await deps.users.find(claims.sub));
  if (!verified || !claims || !user?.is_active || (claims.ses ?? 0) !== user.sessions) {
    const { sub } = (verified?.payload ?? {}) as { sub?: unknown };
    if (problemWithKey(sub, KEY_MAX) === null) deps.onRefusedToken(sub as string);
    return unauthorized("The session token is not valid or has expired. Open the service from the portal again.");
  }
  if (verified.previousKey) deps.onPreviousKey(user.user_id);
  return { user, claims };
}

const unauthorized = (message: string) => refuse("UNAUTHORIZED", message);
