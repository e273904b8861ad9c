import type { SessionClaims } from "./claims.js";

/** Turns claims into a session token (SPEC 5.3) and back. It knows keys and algorithms, but no policy. */
export interface SessionTokens {
  /** MUST keep every claim as given and add none. */
  issue(claims: SessionClaims): string;

  /**
   * The payload of a token that was signed with one of our keys, or null for anything else: another key, another
   * algorithm than that key's own (`none` in any spelling, a public key used as an HMAC secret), an unknown `crit`
   * header. MUST NOT throw for any text, and MUST NOT judge the payload, its times or claims: `acceptClaims` does.
   */
  verify(token: string): { readonly payload: unknown; readonly previousKey: boolean } | null;

  /** The public keys (RFC 7517) with which other services verify our tokens; empty while keys are secret ones. */
  publicKeys(): readonly object[];
}
