import type { Reader } from "../access/audience.js";
import { ROLES, type Role } from "../access/role.js";
import type { User } from "../users/user.js";

/** How session tokens are made and judged (SPEC 5.3; docs/decisions/0004). */
export interface SessionPolicy {
  /** `iss`. */
  readonly issuer: string;
  /** In seconds; what `expires_in` says. */
  readonly lifetime: number;
}

/** `aud` of every session token. */
export const SESSION_AUDIENCE = "retrieval-service";
/** How far `iat` may be ahead of our clock, in seconds; for `exp` there is no leeway. */
const ISSUED_AHEAD_MAX = 60;
/** A token travels in a URL fragment and in headers; the claims stay so small that the token is under 4 KB. */
const CLAIMS_BYTES_MAX = 2_700;
/** The most that JSON makes of one UTF-16 unit: `\u0000`. */
const ESCAPED_BYTES = 6;
/** More than the names of all claims, their role, audience and times take. */
const OTHER_CLAIMS_BYTES = 300;

/** The claims of a session token. Access itself asks the live record; these serve other services. */
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
  /** true where the groups would not fit: ask `GET /api/session?principals=true` for them. Absent otherwise. */
  readonly groups_omitted?: true;
  /** The user's `sessions` at sign-in; absent in tokens of older versions, where it means 0. */
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
  return fits(claims) ? claims : { ...claims, permission_groups: [], groups_omitted: true };
}

/** Are the claims as small as they have to be? Written out, which takes longer, only where it is not plain to see. */
function fits(claims: SessionClaims): boolean {
  const { iss, sub, name, department, department_code, permission_groups, jti } = claims;
  const texts = [iss, sub, name, department ?? "", department_code ?? "", ...permission_groups, jti];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters * ESCAPED_BYTES + texts.length * 3 + OTHER_CLAIMS_BYTES <= CLAIMS_BYTES_MAX) return true;
  return Buffer.byteLength(JSON.stringify(claims), "utf8") <= CLAIMS_BYTES_MAX;
}

/**
 * Judges the payload of a token whose signature has been verified: issuer, audience, times and lifetime.
 *
 * @param now UNIX time in seconds
 * @returns the claims, or null: an outsider learns nothing from the difference
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

/** How many seconds ahead of our clock a verified payload was issued, where that is too many for it; else null. */
export function issuedAhead(payload: unknown, now: number): number | null {
  const { iat } = (payload ?? {}) as { iat?: unknown };
  return isCount(iat) && iat > now + ISSUED_AHEAD_MAX ? iat - now : null;
}

/**
 * The reader that a token's claims describe, for services that decide from the token alone. The claims are as old as
 * the token; who needs the state of this moment asks `GET /api/session?principals=true`.
 *
 * @returns null when the token left its groups out, because a decision without them could be wrong
 */
export function readerOfClaims(claims: SessionClaims): Reader | null {
  if (claims.groups_omitted) return null;
  const { sub, role, department_code, permission_groups } = claims;
  return { user_id: sub, role, department_code, permission_groups };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTextOrNull = (value: unknown) => value === null || typeof value === "string";
const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === "string");
