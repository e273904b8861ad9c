import { hkdfSync, type KeyObject } from "node:crypto";
import type { SharedSecret } from "../sign-in/signature.js";

/**
 * The HS256 key of session tokens, derived from the shared secret by HKDF-SHA256 (RFC 5869) under a label of its own.
 * The portal signs with the secret itself, so neither kind of signature can stand in for the other.
 */
export function sessionKey(secret: SharedSecret): Uint8Array {
  return derivedKey(secret, "retrieval-service session token HS256 v1");
}

/** The HMAC key of cursors, derived from the shared secret like {@link sessionKey}, under another label. */
export function cursorKey(secret: SharedSecret): Uint8Array {
  return derivedKey(secret, "retrieval-service cursor HMAC-SHA256 v1");
}

/** The HMAC key of ids of answers, derived from the shared secret like {@link sessionKey}, under another label. */
export function answerKey(secret: SharedSecret): Uint8Array {
  return derivedKey(secret, "retrieval-service answer id HMAC-SHA256 v1");
}

/**
 * The HMAC key of what is compared later and must not be guessed from its hash: plans of imports and repeated requests.
 * Derived from the shared secret like {@link sessionKey}, under another label.
 */
export function fingerprintKey(secret: SharedSecret): Uint8Array {
  return derivedKey(secret, "retrieval-service fingerprint HMAC-SHA256 v1");
}

/**
 * The HMAC key of one day's usage marks, derived like {@link sessionKey}.
 *
 * @param day `2026-01-31`
 */
export function usageKey(secret: SharedSecret, day: string): Uint8Array {
  return derivedKey(secret, `retrieval-service usage HMAC-SHA256 v1 ${day}`);
}

function derivedKey(secret: SharedSecret, label: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret as KeyObject, "", label, 32));
}
