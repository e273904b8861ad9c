import { type Clock, unixSeconds } from "../clock.js";
import { type Refusal, refuse } from "../errors.js";
import type { ClockDifferences } from "../sign-in/clock-differences.js";
import { KEY_MAX, problemWithKey } from "../text.js";
import type { User } from "../users/user.js";
import type { UserDirectory } from "../users/user-directory.js";
import { acceptClaims, issuedAhead, type SessionClaims, type SessionPolicy } from "./claims.js";
import type { SessionTokens } from "./session-tokens.js";

/** A caller with a valid token, of a session or an access token, whose current user record is active and has not ended it. */
export interface Session {
  /** In the role of the session: an access token may read in a lower one than its user has. */
  readonly user: User;
  readonly own_role: User["role"];
  /** When the token ends, in milliseconds since 1970. */
  readonly expires_at: number;
}

/** A token with a valid signature, times and claims. Only the user record tells whether its session has ended. */
export interface VerifiedToken {
  readonly claims: SessionClaims;
  /** Signed with the previous key. */
  readonly previousKey: boolean;
}

interface RefusedTokens {
  /**
   * Called with the user of a refused token that one of our keys signed: it has expired, or the user is inactive or was
   * signed out.
   */
  readonly onRefusedToken: (user_id: string) => void;
}

interface TokenDeps extends RefusedTokens {
  readonly tokens: SessionTokens;
  readonly clock: Clock;
  readonly clockDifferences: Pick<ClockDifferences, "tokenRefused">;
}

interface SessionDeps extends RefusedTokens {
  readonly users: Pick<UserDirectory, "find">;
  /** Called for a token signed with the previous key, so that its use can be logged and counted. */
  readonly onPreviousKey: (user_id: string) => void;
}

/** A session token is far shorter. A longer one is refused unread. */
const TOKEN_CHARS_MAX = 8_192;

/**
 * Verifies a Bearer token (SPEC 5.5) without the database, so that the sender is known before a request costs anything.
 *
 * @param token the text after `Bearer `, or null if there is none
 */
export function verifyToken(
  token: string | null,
  policy: SessionPolicy,
  { tokens, clock, clockDifferences, onRefusedToken }: TokenDeps,
): VerifiedToken | Refusal {
  if (token === null) return refuse("UNAUTHORIZED", { code: "token.missing" });
  const verified = token.length <= TOKEN_CHARS_MAX ? tokens.verify(token) : null;
  const now = unixSeconds(clock);
  const claims = verified && acceptClaims(verified.payload, policy, now);
  const ahead = verified && issuedAhead(verified.payload, now);
  if (ahead !== null) clockDifferences.tokenRefused(ahead);
  if (verified && claims) return { claims, previousKey: verified.previousKey };
  const { sub } = (verified?.payload ?? {}) as { sub?: unknown };
  if (problemWithKey("sub", sub, KEY_MAX) === null) onRefusedToken(sub as string);
  return NOT_VALID;
}

/**
 * Opens the session of a verified token with the user's current record: role, department, groups and is_active are the
 * current ones, not the token's (docs/decisions/0004).
 */
export async function openSession(
  { claims, previousKey }: VerifiedToken,
  { users, onPreviousKey, onRefusedToken }: SessionDeps,
): Promise<Session | Refusal> {
  const user = await users.find(claims.sub, claims.jti);
  if (!user?.is_active || (claims.ses ?? 0) !== user.sessions) {
    if (problemWithKey("sub", claims.sub, KEY_MAX) === null) onRefusedToken(claims.sub);
    return NOT_VALID;
  }
  if (previousKey) onPreviousKey(user.user_id);
  return { user, own_role: user.role, expires_at: claims.exp * 1000 };
}

const NOT_VALID = refuse("UNAUTHORIZED", { code: "token.not_valid" });
