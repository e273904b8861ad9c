import { type SharedSecret, sharedSecret, signRequest } from "@retrieval/core";
import type { SignInRequest } from "@retrieval/core/use-cases";

export { canonicalMessage, SHARED_SECRET_MIN, type SharedSecret, sharedSecret } from "@retrieval/core";
export type { SignInRequest } from "@retrieval/core/use-cases";

export interface SignatureInput {
  /** The shared secret as text; or, prepared for many calls, the result of {@link sharedSecret}. */
  readonly secret: string | SharedSecret;
  /** The employee number, exactly as it was imported: leading zeros and case count. */
  readonly user_id: string;
  /** UNIX time in whole seconds, not milliseconds. */
  readonly timestamp: number;
}

/** The body of POST /api/auth/sso-token (SPEC 4.1), signed as SPEC 5.1 says. */
export function signSsoRequest({ secret, user_id, timestamp }: SignatureInput): SignInRequest {
  const key = typeof secret === "string" ? sharedSecret(secret) : secret;
  return { user_id, timestamp, signature: signRequest(key, user_id, timestamp) };
}
