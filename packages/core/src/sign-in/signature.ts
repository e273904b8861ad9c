import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

/** The secret shared with the portal, ready for use. Make it once: a text would be copied and parsed at each call. */
export type SharedSecret = KeyObject;

/** SPEC 5.2, in characters. */
export const SHARED_SECRET_MIN = 64;

export function sharedSecret(text: string): SharedSecret {
  return createSecretKey(text, "utf8");
}

/** SPEC 5.1: the text `<user_id>:<timestamp>`. The last colon separates, so a user_id may hold colons itself. */
export function canonicalMessage(user_id: string, timestamp: number): string {
  return `${user_id}:${timestamp}`;
}

/** SPEC 5.1: HMAC-SHA256 of the canonical message (UTF-8) under the shared secret, as 64 lowercase hex characters. */
export function signRequest(secret: SharedSecret, user_id: string, timestamp: number): string {
  return hmacSha256(secret, canonicalMessage(user_id, timestamp));
}

/** Is `signature` the one that {@link signRequest} makes? Upper-case hex, white space and the like do not match. */
export function signatureMatches(secret: SharedSecret, user_id: string, timestamp: number, signature: string): boolean {
  // How long a right one is, everybody knows; so what is longer or shorter need not take its time.
  const given = Buffer.from(signature, "utf8");
  const expected = Buffer.from(signRequest(secret, user_id, timestamp), "latin1");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** RFC 2104 with SHA-256, in lowercase hex; a text is taken as UTF-8. */
export function hmacSha256(secret: SharedSecret, message: string | Uint8Array): string {
  return createHmac("sha256", secret).update(message).digest("hex");
}

/**
 * Compares in constant time. Both sides are hashed first, so that the comparison is over 32 bytes whatever was sent,
 * and its time tells neither how much matched nor how long the text was (beyond hashing it).
 */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
