import type { Reader } from "../access/audience.js";
import { ROLES, type Role } from "../access/role.js";
import type { User } from "../users/user.js";

/** How session tokens are issued and checked (SPEC 5.3; docs/decisions/0004). */
export interface SessionPolicy {
  /** `iss`. */
  readonly issuer: string;
  /** In seconds; the value of `expires_in`. */
  readonly lifetime: number;
}

/** `aud` of every session token. */
const SESSION_AUDIENCE = "retrieval-service";
/** How far `iat` may be ahead of our clock, in seconds; for `exp` there is no leeway. */
const ISSUED_AHEAD_MAX = 60;
/** A token travels in a URL fragment and in headers. This limit keeps it under 4 KB. */
const CLAIMS_BYTES_MAX = 2_700;
/** The claims of a session token. They are for other services: this one reads the current user record. */
export interface SessionClaims {
  readonly iss: string;
  readonly aud: string;
  /** user_id */
  readonly sub: string;
  /** display_name */
  readonly name: string;
  readonly role: Role;
  readonly department: string | null;
  readonly department_code: string | null;
  readonly permission_groups: readonly string[];
  /** true: the groups do not fit, and `GET /api/session?principals=true` returns them. Otherwise absent. */
  readonly groups_omitted?: true;
  /** The user's `sessions` at sign-in. Tokens of older versions have none, which means 0. */
  readonly ses?: number;
  /** UNIX time in seconds. */
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

export function sessionClaims(user: User, policy: SessionPolicy, at: { now: number; jti: string }): SessionClaims {
  const claims: SessionClaims = {
    iss: policy.issuer,
    aud: SESSION_AUDIENCE,
    sub: user.user_id,
    name: user.display_name,
    role: user.role,
    department: user.department,
    department_code: user.department_code,
    permission_groups: user.permission_groups,
    ses: user.sessions,
    iat: at.now,
    exp: at.now + policy.lifetime,
    jti: at.jti,
  };
  const bytes = Buffer.byteLength(JSON.stringify(claims), "utf8");
  return bytes <= CLAIMS_BYTES_MAX ? claims : { ...claims, permission_groups: [], groups_omitted: true };
}

/**
 * Checks the payload of a token whose signature is verified: issuer, audience, times and lifetime.
 *
 * @param now UNIX time in seconds
 * @returns the claims, or null, without a reason that an outsider could learn from
 *
 * @example
 * ```js
 * acceptClaims({ sub: "001234" }, { issuer: "https://search.example.com", lifetime: 3600 }, 1_700_000_000); // → null
 * ```
 */
export function acceptClaims(payload: unknown, policy: SessionPolicy, now: number): SessionClaims | null {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return null;
  const {
    iss,
    aud,
    sub,
    name,
    role,
    department,
    department_code,
    permission_groups,
    ses = 0,
    iat,
    exp,
    jti,
  } = payload as Record<string, unknown>;
  if (iss !== policy.issuer || aud !== SESSION_AUDIENCE) return null;
  if (typeof sub !== "string" || sub === "" || typeof name !== "string" || typeof jti !== "string") return null;
  if (!(ROLES as readonly unknown[]).includes(role)) return null;
  if (!isTextOrNull(department) || !isTextOrNull(department_code) || !isTexts(permission_groups)) return null;
  if (!isCount(ses) || !isCount(iat) || !isCount(exp)) return null;
  if (exp <= now || iat > now + ISSUED_AHEAD_MAX || exp <= iat || exp - iat > policy.lifetime) return null;
  return payload as SessionClaims;
}

/** How many seconds ahead of our clock a verified payload was issued, if that is too many; otherwise null. */
export function issuedAhead(payload: unknown, now: number): number | null {
  const { iat } = (payload ?? {}) as { iat?: unknown };
  return isCount(iat) && iat > now + ISSUED_AHEAD_MAX ? iat - now : null;
}

/**
 * The reader that a token's claims describe, for services that decide from the token alone. The claims are as old as
 * the token; `GET /api/session?principals=true` returns the current state.
 *
 * @returns null if the token has no groups because they did not fit: a decision without them could be wrong
 *
 * @example
 * ```js
 * const claims = { sub: "001234", role: "user", department_code: null, permission_groups: ["hr"] };
 * readerOfClaims(claims).user_id; // → "001234"
 * readerOfClaims({ ...claims, permission_groups: [], groups_omitted: true }); // → null
 * ```
 */
export function readerOfClaims(claims: SessionClaims): Reader | null {
  if (claims.groups_omitted) return null;
  const { sub, role, department_code, permission_groups } = claims;
  return { user_id: sub, role, department_code, permission_groups };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTextOrNull = (value: unknown) => value === null || typeof value === "string";
const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === "string");
