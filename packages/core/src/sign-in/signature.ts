import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

/**
 * The secret shared with the portal, as a KeyObject of node:crypto. Create it once: a text would be copied and parsed at
 * each call. Only its shape is here, because Node's own type would require @types/node of every importer.
 */
export interface SharedSecret {
  readonly type: string;
  equals(other: SharedSecret): boolean;
}

/** In characters (SPEC 5.2). */
export const SHARED_SECRET_MIN = 64;

export function sharedSecret(text: string): SharedSecret {
  return createSecretKey(Buffer.from(text));
}

/**
 * SPEC 5.1: the text `<user_id>:<timestamp>`. The last colon separates, so a user_id may have colons.
 *
 * @example
 * ```js
 * canonicalMessage("001234", 1_700_000_000); // → "001234:1700000000"
 * ```
 */
export function canonicalMessage(user_id: string, timestamp: number): string {
  return `${user_id}:${timestamp}`;
}

/**
 * SPEC 5.1: HMAC-SHA256 of the canonical message (UTF-8) under the shared secret, as 64 lowercase hex characters.
 *
 * @example
 * ```js
 * const secret = sharedSecret("0123456789abcdef".repeat(4));
 * signRequest(secret, "001234", 1_700_000_000).length; // → 64
 * ```
 */
export function signRequest(secret: SharedSecret, user_id: string, timestamp: number): string {
  return hmacSha256(secret, canonicalMessage(user_id, timestamp));
}

/** Compares `signature` with {@link signRequest}'s. Upper-case hex and white space, for example, do not match. */
export function signatureMatches(secret: SharedSecret, user_id: string, timestamp: number, signature: string): boolean {
  // The length of a valid signature is public, so a wrong length may fail early.
  const given = Buffer.from(signature);
  const expected = Buffer.from(signRequest(secret, user_id, timestamp));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** RFC 2104 with SHA-256, in lowercase hex; a text is encoded as UTF-8. */
export function hmacSha256(secret: SharedSecret, message: string | Uint8Array): string {
  return createHmac("sha256", secret as KeyObject)
    .update(message)
    .digest("hex");
}

/**
 * Compares in constant time. It hashes both sides first, so that it always compares 32 bytes and its time tells neither
 * how much matches nor (apart from the hashing) how long the text is.
 *
 * @example
 * ```js
 * sameText("token", "Token"); // → false
 * ```
 */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
