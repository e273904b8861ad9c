import type { Clock } from "../clock.js";
import { type Refusal, refuse } from "../errors.js";
import type { Session } from "../session/open-session.js";
import { hasTokenEnded, readsAs, type TokenAudience } from "./access-token.js";
import type { AccessTokenStore } from "./access-token-store.js";
import { entryOf } from "./manage-tokens.js";

/** An access token as it was sent. */
export interface SentToken {
  readonly audience: TokenAudience;
  readonly hash: Uint8Array;
  /** null: only a look-up can tell. */
  readonly user_id: string | null;
}

/** An access token that the store knows. Only its row and the user record of the moment tell whether it has ended. */
export interface KnownToken extends SentToken {
  readonly user_id: string;
}

/** `last_used_at` is written again after this time, in milliseconds: not on every request. */
const NOTED_EVERY_MS = 60_000;

const NOT_VALID = refuse("UNAUTHORIZED", { code: "access_token.not_valid" });

/** Looks up who sends an access token, so that the sender is known before the request costs anything else. */
export async function findAccessToken(
  token: SentToken,
  { accessTokens }: { readonly accessTokens: Pick<AccessTokenStore, "owners"> },
): Promise<KnownToken | Refusal> {
  const user_id = await accessTokens.owners.find(token.hash);
  return user_id === null ? NOT_VALID : { ...token, user_id };
}

/**
 * Checks a known token by its row and its user's record of this moment, read together, and notes its use.
 *
 * @param address where the request comes from, for the audit log
 */
export async function openAccessToken(
  { hash, audience }: KnownToken,
  address: string,
  deps: {
    readonly accessTokens: Pick<AccessTokenStore, "find" | "used">;
    readonly clock: Clock;
  },
): Promise<Session | Refusal> {
  const found = await deps.accessTokens.find(hash);
  const now = deps.clock.now();
  if (found === null || found.token.audience !== audience || hasTokenEnded(found.token, found.user, now))
    return NOT_VALID;
  const { token, user } = found;
  if (token.last_used_at === null || now - token.last_used_at >= NOTED_EVERY_MS) {
    await deps.accessTokens.used(token.token_id, now, entryOf("token-first-used", token, user.user_id, { address }));
  }
  return { user: readsAs(token, user), own_role: user.role, expires_at: token.expires_at };
}
