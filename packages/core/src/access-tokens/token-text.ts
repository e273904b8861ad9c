import { createHash } from "node:crypto";
import { TOKEN_AUDIENCES, type TokenAudience } from "./access-token.js";

/** The form of an access token. Its beginning lets scanners of secrets find it; the rest is 256 random bits. */
const TOKEN = new RegExp(`^retrieval_(${TOKEN_AUDIENCES.join("|")})_[A-Za-z0-9_-]{43}$`);

/** @param secret 256 random bits as base64url */
export function tokenText(audience: TokenAudience, secret: string): string {
  return `retrieval_${audience}_${secret}`;
}

/** The audience that an access token names; null for every other text. It says nothing about whether the token is valid. */
export function namedAudience(text: string | null): TokenAudience | null {
  return (text?.match(TOKEN)?.[1] as TokenAudience | undefined) ?? null;
}

/** Without salt: 256 random bits cannot be guessed from it. */
export function tokenHash(text: string): Uint8Array {
  return createHash("sha256").update(text, "utf8").digest();
}
