import { type Refusal, refuse } from "../errors.js";
import type { AccessTokenStore } from "../ports/access-token-store.js";
import type { Clock } from "../ports/clock.js";
import type { Session } from "../session/open-session.js";
import { hasTokenEnded, type TokenAudience } from "./access-token.js";
import { entryOf } from "./manage-tokens.js";
import { namedAudience, tokenHash } from "./token-text.js";

/** An access token that the store knows. Only its row and the user record of the moment tell whether it has ended. */
export interface KnownToken {
  readonly audience: TokenAudience;
  readonly user_id: string;
  readonly hash: Uint8Array;
}

/** `last_used_at` is written again after this time, in milliseconds: not on every request. */
const NOTED_EVERY_MS = 60_000;

const NOT_VALID = refuse("UNAUTHORIZED", { code: "access_token.not_valid" });

/**
 * Looks up who sends an access token, so that the sender is known before the request costs anything else.
 *
 * @param token the text after `Bearer `
 */
export async function findAccessToken(
  token: string,
  { accessTokens }: { readonly accessTokens: Pick<AccessTokenStore, "find"> },
): Promise<KnownToken | Refusal> {
  const audience = namedAudience(token);
  if (audience === null) return NOT_VALID;
  const hash = tokenHash(token);
  const found = await accessTokens.find(hash);
  return found === null ? NOT_VALID : { audience, user_id: found.token.user_id, hash };
}

/**
 * Checks a known token by its row and its user's record of this moment, read together, and notes its use.
 *
 * @param address where the request comes from, for the audit log
 */
export async function openAccessToken(
  { hash, audience }: KnownToken,
  address: string,
  deps: { readonly accessTokens: Pick<AccessTokenStore, "find" | "used">; readonly clock: Clock },
): Promise<Session | Refusal> {
  const found = await deps.accessTokens.find(hash);
  const now = deps.clock.now();
  if (found === null || found.token.audience !== audience || hasTokenEnded(found.token, found.user, now))
    return NOT_VALID;
  const { token, user } = found;
  if (token.last_used_at === null || now - token.last_used_at >= NOTED_EVERY_MS) {
    await deps.accessTokens.used(token.token_id, now, entryOf("token-first-used", token, user.user_id, { address }));
  }
  return { user, expires_at: token.expires_at };
}
