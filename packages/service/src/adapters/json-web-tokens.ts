import { createHash, createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from "node:crypto";
import type { SessionClaims } from "@retrieval/core";
import type { SessionTokens } from "@retrieval/core/ports";
import jwt from "jsonwebtoken";
import { say } from "../texts/say.js";

/** One key with the only algorithm that it may be used for. */
export interface TokenKey {
  readonly algorithm: "HS256" | "ES256";
  /** Signs; the same key as `verifying` for HS256. */
  readonly signing: KeyObject;
  readonly verifying: KeyObject;
  /** `kid`; null for secret keys, which no other service can look up. */
  readonly id: string | null;
}

/** A secret key for HS256. It becomes a KeyObject, because jsonwebtoken parses anything else at each call. */
export function secretTokenKey(bytes: Uint8Array): TokenKey {
  const key = createSecretKey(bytes);
  return { algorithm: "HS256", signing: key, verifying: key, id: null };
}

/** A P-256 private key in PEM for ES256. @throws Error naming the problem, never the key */
export function privateTokenKey(pem: string): TokenKey {
  let signing: KeyObject;
  try {
    signing = createPrivateKey(pem);
  } catch {
    throw new Error(say("is not a private key in PEM form"));
  }
  if (signing.asymmetricKeyDetails?.namedCurve !== "prime256v1")
    throw new Error(say("is not a P-256 key (ES256 needs one)"));
  const verifying = createPublicKey(signing);
  return { algorithm: "ES256", signing, verifying, id: thumbprint(verifying) };
}

/** Session tokens by jsonwebtoken: made with the first key, accepted under any of them. */
export class JsonWebTokens implements SessionTokens {
  readonly #keys: readonly [TokenKey, ...TokenKey[]];

  constructor(keys: readonly [TokenKey, ...TokenKey[]]) {
    this.#keys = keys;
  }

  issue(claims: SessionClaims): string {
    const [{ algorithm, signing, id }] = this.#keys;
    return jwt.sign(claims, signing, { algorithm, ...(id === null ? {} : { keyid: id }) });
  }

  verify(token: string): { payload: unknown; previousKey: boolean } | null {
    if (!isCanonical(token)) return null;
    for (const [index, { algorithm, verifying }] of this.#keys.entries()) {
      try {
        // The session policy judges times, by the service's own clock.
        const { header, payload } = jwt.verify(token, verifying, {
          algorithms: [algorithm],
          complete: true,
          ignoreExpiration: true,
          ignoreNotBefore: true,
        });
        // RFC 7515 §4.1.11: refuse a token with an unknown extension in `crit`; jsonwebtoken ignores it.
        if ("crit" in header) return null;
        return { payload, previousKey: index > 0 };
      } catch {
        // Not signed by this key; try the next.
      }
    }
    return null;
  }

  publicKeys(): readonly object[] {
    return this.#keys.flatMap(({ verifying, algorithm, id }) =>
      id === null ? [] : [{ ...verifying.export({ format: "jwk" }), kid: id, alg: algorithm, use: "sig" }],
    );
  }
}

/** RFC 4648 §3.5: one spelling for one token; the unused bits must be zero. */
function isCanonical(token: string): boolean {
  const parts = token.split(".");
  return parts.length === 3 && parts.every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

/** RFC 7638: the same key has the same id on every instance, without configuration. */
function thumbprint(key: KeyObject): string {
  const { crv, kty, x, y } = key.export({ format: "jwk" });
  return createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
}
