import { type Refusal, refuse } from "../errors.js";
import type { ClockDifferences } from "../ports/clock-differences.js";
import type { SignInLedger } from "../ports/sign-in-ledger.js";
import type { UserDirectory } from "../ports/user-directory.js";
import { KEY_MAX, problemWithLine } from "../text.js";
import type { User } from "../users/user.js";
import { type SharedSecret, signatureMatches } from "./signature.js";

/** The signed request of SPEC 4.1. */
export interface SignInRequest {
  readonly user_id: string;
  /** UNIX time in seconds. */
  readonly timestamp: number;
  /** 64 lowercase hex characters. */
  readonly signature: string;
}

export interface SignInPolicy {
  /** The portal's current secret, then the previous one during a rotation. Never empty. */
  readonly secrets: readonly [SharedSecret, ...SharedSecret[]];
  /** SSO_TIMESTAMP_TOLERANCE, in seconds (SPEC 5.1). */
  readonly tolerance: number;
  /** true: a signed request is valid for one token (SSO_SINGLE_USE). */
  readonly singleUse: boolean;
}

/** How far the portal's clock may be ahead of ours, in seconds. */
export const FUTURE_LEEWAY = 60;
/** Eleven digits are seconds until the year 5138; thirteen would be milliseconds. */
const TIMESTAMP_MAX = 99_999_999_999;

/** What the checks have found so far. Each check fills in what the next ones need. */
interface Attempt {
  readonly body: unknown;
  readonly now: number;
  request?: SignInRequest;
  /** 0: the current secret; 1: the previous one. */
  secretIndex?: number;
  user?: User;
}

export interface SignInDoors {
  readonly clockDifferences: Pick<ClockDifferences, "requestRefused">;
  readonly users: Pick<UserDirectory, "find">;
  readonly ledger: SignInLedger;
}

type Check = (attempt: Attempt, policy: SignInPolicy, doors: SignInDoors) => Refusal | null | Promise<Refusal | null>;

/** The checks of SPEC 4.1 in their order. The first refusal ends the request; later checks do not run. */
export const SIGN_IN_CHECKS: readonly Check[] = [
  isWellFormed,
  signatureIsOurs,
  timestampIsFresh,
  userIsActive,
  isFirstUse,
];

function isWellFormed(attempt: Attempt): Refusal | null {
  const { body } = attempt;
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return malformed("the body must be a JSON object {user_id, timestamp, signature}");
  }
  const { user_id, timestamp, signature } = body as Record<string, unknown>;
  const problem = problemWithLine(user_id, KEY_MAX);
  if (problem !== null) return malformed(`user_id ${problem}`);
  if (!Number.isInteger(timestamp) || (timestamp as number) < 0) {
    return malformed("timestamp must be a JSON integer: UNIX time in seconds");
  }
  if ((timestamp as number) > TIMESTAMP_MAX) {
    return malformed("timestamp must be UNIX time in seconds (this looks like milliseconds)");
  }
  if (typeof signature !== "string")
    return malformed("signature must be a text of 64 lowercase hexadecimal characters");
  attempt.request = { user_id: user_id as string, timestamp: timestamp as number, signature };
  return null;
}

function signatureIsOurs(attempt: Attempt, { secrets }: SignInPolicy): Refusal | null {
  const { user_id, timestamp, signature } = known(attempt.request);
  // Tries every secret, so that the time does not tell which one matched.
  const matches = secrets.map((secret) => signatureMatches(secret, user_id, timestamp, signature));
  attempt.secretIndex = matches.indexOf(true);
  // One message for every wrong signature, so that it does not help to guess a valid one.
  if (attempt.secretIndex < 0) return refuse("INVALID_SIGNATURE", "The signature does not match.");
  return null;
}

function timestampIsFresh(
  attempt: Attempt,
  { tolerance }: SignInPolicy,
  { clockDifferences }: SignInDoors,
): Refusal | null {
  const age = attempt.now - known(attempt.request).timestamp;
  if (age >= -FUTURE_LEEWAY && age <= tolerance) return null;
  clockDifferences.requestRefused(age);
  if (age > tolerance) {
    return expired(
      `The timestamp is more than ${tolerance} seconds old. Sign a new request, and check the portal's clock.`,
    );
  }
  return expired(
    `The timestamp is more than ${FUTURE_LEEWAY} seconds ahead of the service's clock. Check the portal's clock.`,
  );
}

async function userIsActive(attempt: Attempt, _policy: SignInPolicy, { users }: SignInDoors): Promise<Refusal | null> {
  const user = await users.find(known(attempt.request).user_id);
  // An inactive user gets the answer of an unregistered one (SECURITY.md, "Signing in and sessions").
  if (user === null || !user.is_active) return refuse("USER_NOT_FOUND", "No user is registered under this user_id.");
  attempt.user = user;
  return null;
}

async function isFirstUse(attempt: Attempt, policy: SignInPolicy, { ledger }: SignInDoors): Promise<Refusal | null> {
  if (!policy.singleUse) return null;
  const { timestamp, signature } = known(attempt.request);
  if (await ledger.claim(signature, timestamp + policy.tolerance)) return null;
  return expired("This signed request was used already. Sign a new one.");
}

const malformed = (what: string) => refuse("INVALID_REQUEST", `Malformed request: ${what}.`);
const expired = (message: string) => refuse("EXPIRED_TIMESTAMP", message);

/** Returns what an earlier check has set. */
function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the checks of a sign-in ran out of order");
  return value;
}

export interface RefusedSignIn {
  readonly refusal: Refusal;
  /** The user for whom the request was signed; null unless the signature matched. */
  readonly signed_for: string | null;
}

/** Runs the checks and returns the first refusal, or what a token needs. */
export async function checkSignIn(
  body: unknown,
  now: number,
  policy: SignInPolicy,
  doors: SignInDoors,
): Promise<RefusedSignIn | { user: User; secretIndex: number }> {
  const attempt: Attempt = { body, now };
  for (const check of SIGN_IN_CHECKS) {
    const outcome = check(attempt, policy, doors);
    const refusal = outcome instanceof Promise ? await outcome : outcome;
    if (refusal !== null) return { refusal, signed_for: signedFor(attempt) };
  }
  return { user: known(attempt.user), secretIndex: known(attempt.secretIndex) };
}

function signedFor({ request, secretIndex = -1 }: Attempt): string | null {
  return secretIndex < 0 ? null : known(request).user_id;
}
