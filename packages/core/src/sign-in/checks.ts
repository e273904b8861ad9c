import { isRefusal, type Refusal, refuse } from "../errors.js";
import { isObject } from "../is-object.js";
import { TIMESTAMP_MAX } from "../limits.js";
import type { Problem } from "../problems.js";
import { KEY_MAX, problemWithLine } from "../text.js";
import type { User } from "../users/user.js";
import type { UserDirectory } from "../users/user-directory.js";
import type { ClockDifferences } from "./clock-differences.js";
import type { SignInLedger } from "./sign-in-ledger.js";
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
const FUTURE_LEEWAY = 60;

export interface SignInPorts {
  readonly clockDifferences: Pick<ClockDifferences, "requestRefused">;
  readonly users: Pick<UserDirectory, "find">;
  readonly ledger: SignInLedger;
}

// Each check takes the result of the one before. Each result has a field of its own, so another order does not compile.

interface VerifiedRequest extends SignInRequest {
  /** 0: the current secret; 1: the previous one. */
  readonly secretIndex: number;
}

interface TimelyRequest extends VerifiedRequest {
  /** The last second at which the request is in time: UNIX time. */
  readonly validUntil: number;
}

interface ActiveUserRequest extends TimelyRequest {
  readonly user: User;
}

interface AcceptedSignIn {
  readonly user: User;
  readonly signedWithPreviousSecret: boolean;
}

interface RefusedSignIn {
  readonly refusal: Refusal;
  /** The user_id that the request was signed for; null unless the signature was right. */
  readonly signed_for: string | null;
}

/** The checks of SPEC 4.1 in their order. The first refusal ends the request; later checks do not run. */
export async function checkSignIn(
  body: unknown,
  now: number,
  policy: SignInPolicy,
  ports: SignInPorts,
): Promise<RefusedSignIn | AcceptedSignIn> {
  const request = readSignInRequest(body);
  if (isRefusal(request)) return { refusal: request, signed_for: null };
  const verified = verifySignature(request, policy);
  if (isRefusal(verified)) return { refusal: verified, signed_for: null };
  const signed_for = verified.user_id;
  const timely = verifyTimestamp(verified, now, policy, ports);
  if (isRefusal(timely)) return { refusal: timely, signed_for };
  const known = await findActiveUser(timely, ports);
  if (isRefusal(known)) return { refusal: known, signed_for };
  const accepted = await claimFirstUse(known, policy, ports);
  return isRefusal(accepted) ? { refusal: accepted, signed_for } : accepted;
}

export function readSignInRequest(body: unknown): SignInRequest | Refusal {
  if (!isObject(body)) {
    return malformed({ code: "sign_in.not_object" });
  }
  const { user_id, timestamp, signature } = body as Record<string, unknown>;
  const problem = problemWithLine("user_id", user_id, KEY_MAX);
  if (problem !== null) return malformed(problem);
  if (!Number.isInteger(timestamp) || (timestamp as number) < 0) {
    return malformed({ code: "timestamp.not_integer" });
  }
  if ((timestamp as number) > TIMESTAMP_MAX) {
    return malformed({ code: "timestamp.milliseconds" });
  }
  if (typeof signature !== "string") return malformed({ code: "signature.not_text" });
  return { user_id: user_id as string, timestamp: timestamp as number, signature };
}

function verifySignature(request: SignInRequest, { secrets }: SignInPolicy): VerifiedRequest | Refusal {
  const { user_id, timestamp, signature } = request;
  // Tries every secret, so that the time does not tell which one matched.
  const matches = secrets.map((secret) => signatureMatches(secret, user_id, timestamp, signature));
  const secretIndex = matches.indexOf(true);
  // One message for every wrong signature, so that it does not help to guess a valid one.
  return secretIndex < 0 ? refuse("INVALID_SIGNATURE", { code: "signature.wrong" }) : { ...request, secretIndex };
}

function verifyTimestamp(
  request: VerifiedRequest,
  now: number,
  { tolerance }: SignInPolicy,
  { clockDifferences }: SignInPorts,
): TimelyRequest | Refusal {
  const age = now - request.timestamp;
  if (age >= -FUTURE_LEEWAY && age <= tolerance) return { ...request, validUntil: request.timestamp + tolerance };
  clockDifferences.requestRefused(age);
  if (age > tolerance) {
    return expired({ code: "timestamp.old", max: tolerance });
  }
  return expired({ code: "timestamp.ahead", max: FUTURE_LEEWAY });
}

async function findActiveUser(request: TimelyRequest, { users }: SignInPorts): Promise<ActiveUserRequest | Refusal> {
  const user = await users.find(request.user_id);
  // An inactive user gets the answer of an unregistered one (SECURITY.md, "Signing in and sessions").
  if (user === null || !user.is_active) return refuse("USER_NOT_FOUND", { code: "user.unregistered" });
  return { ...request, user };
}

async function claimFirstUse(
  { signature, validUntil, user, secretIndex }: ActiveUserRequest,
  { singleUse }: SignInPolicy,
  { ledger }: SignInPorts,
): Promise<AcceptedSignIn | Refusal> {
  if (singleUse && !(await ledger.claim(signature, validUntil))) {
    return expired({ code: "signature.used" });
  }
  return { user, signedWithPreviousSecret: secretIndex > 0 };
}

const malformed = (problem: Problem) => refuse("INVALID_REQUEST", problem);
const expired = (problem: Problem) => refuse("EXPIRED_TIMESTAMP", problem);
