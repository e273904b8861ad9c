import type { AuditIntake } from "../audit/audit-intake.js";
import type { AuditEntry } from "../audit/audit-log.js";
import type { AuditDetails } from "../audit/details.js";
import type { AuditKind } from "../audit/kinds.js";
import { ENTRIES_MAX } from "../audit/own-acts.js";
import type { Clock } from "../clock.js";
import { isRefusal, type Refusal, refuse } from "../errors.js";
import { problemWithName } from "../look-alikes.js";
import { NAME_MAX } from "../text.js";
import type { User } from "../users/user.js";
import {
  type AccessToken,
  APPLICATION_DAYS,
  endOf,
  FIRST_TOKEN_MINUTES,
  hasTokenEnded,
  TOKEN_MINUTES,
  TOKENS_PER_USER,
  type TokenAudience,
  type TokenRole,
} from "./access-token.js";
import type { AccessTokenStore, TokenPlan, TokensOfUser } from "./access-token-store.js";
import { tokenHash, tokenText } from "./token-text.js";

interface ManageDeps {
  readonly accessTokens: Pick<AccessTokenStore, "list" | "change">;
  readonly clock: Clock;
}

interface CreateDeps extends ManageDeps {
  readonly auditIntake: Pick<AuditIntake, "hasRoom" | "count">;
  /** A UUID. */
  readonly newId: () => string;
  /** 256 random bits as base64url. */
  readonly newSecret: () => string;
}

export interface NewToken {
  readonly name: string;
  readonly audience: TokenAudience;
  /** From 1 to 90. */
  readonly days: number;
  /** Only an administrator may ask for `admin`. Default `user`; of the audience `authzen` always `admin`. */
  readonly role?: TokenRole | undefined;
  /** The application that gets it, see `AccessToken`. Absent: the user gets it. */
  readonly client_id?: string;
}

/** The session in which a token is created. */
export interface CreatingSession {
  readonly user: Pick<User, "user_id" | "sessions" | "role">;
  /** The `iat` of its token, in seconds. */
  readonly signed_in_at: number;
  /** Where the request comes from, for the audit log. */
  readonly address: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SIGN_IN_AGAIN = refuse("FORBIDDEN", { code: "access_tokens.sign_in_again", minutes: TOKEN_MINUTES });
const NOT_ADMIN = refuse("FORBIDDEN", { code: "role.not_admin" });
const NO_SUCH_TOKEN = refuse("TOKEN_NOT_FOUND", { code: "access_token.unknown" });
const TOO_MANY = refuse("CONFLICT", { code: "access_tokens.too_many", max: TOKENS_PER_USER });
const TOO_MANY_NEW = refuse("CONFLICT", { code: "access_tokens.too_many_new", max: ENTRIES_MAX });

/**
 * Creates a token for the user, soon after a sign-in. Ended tokens of the user are deleted along the way.
 *
 * @returns the token with its text, which is nowhere else afterwards
 */
export async function createAccessToken(
  { name, audience, days, client_id, ...asked }: NewToken,
  { user, signed_in_at, address }: CreatingSession,
  { accessTokens, clock, auditIntake, newId, newSecret }: CreateDeps,
): Promise<{ readonly token: AccessToken; readonly text: string } | Refusal> {
  const problem = problemWithName("name", name, NAME_MAX);
  if (problem !== null) return refuse("INVALID_REQUEST", problem);
  const role = audience === "authzen" ? "admin" : (asked.role ?? "user");
  const now = clock.now();
  if (now - signed_in_at * 1000 > TOKEN_MINUTES * MINUTE_MS) return SIGN_IN_AGAIN;
  if (role === "admin" && user.role !== "admin") return NOT_ADMIN;
  const { user_id, sessions } = user;
  if (!auditIntake.hasRoom("token-created", user_id)) return TOO_MANY_NEW;
  const end = now + days * DAY_MS;
  const lives =
    client_id === undefined
      ? { client_id: null, expires_at: end }
      : { client_id, expires_at: now + FIRST_TOKEN_MINUTES * MINUTE_MS };
  const unused = { renewable_until: null, last_used_at: null };
  const token = { token_id: newId(), user_id, name, audience, role, sessions, ...lives, ...unused };
  const text = tokenText(audience, newSecret());
  const plan = (held: TokensOfUser): TokenPlan<{ token: AccessToken; text: string } | Refusal> => {
    const removed = held.tokens.filter((one) => hasEnded(one, held, now)).map(({ token_id }) => token_id);
    if (held.tokens.length - removed.length >= TOKENS_PER_USER) return { kept: TOO_MANY };
    // The user was deactivated or signed out meanwhile: then the token would have ended before its first use.
    const added = { ...token, hash: tokenHash(text) };
    const application = client_id === undefined ? {} : { client_id };
    const more = { role, expires_at: new Date(end).toISOString(), address, ...application };
    return { kept: { token, text }, added, removed, entries: [entryOf("token-created", token, user_id, more)] };
  };
  const created = await accessTokens.change(user_id, plan);
  if (!isRefusal(created)) auditIntake.count("token-created", user_id);
  return created;
}

/**
 * Connects an application, soon after a sign-in: it gets its first token later, from {@link AccessTokenStore.renew}.
 * Its name is the host of its metadata document, because the document itself may claim any name.
 */
export async function connectApplication(
  client_id: string,
  by: CreatingSession,
  deps: CreateDeps,
): Promise<AccessToken | Refusal> {
  const name = new URL(client_id).host;
  // Its text has no holder.
  const created = await createAccessToken({ name, audience: "mcp", days: APPLICATION_DAYS, client_id }, by, deps);
  return isRefusal(created) ? created : created.token;
}

/**
 * Ends the connection of an application: by itself, or because a token that was exchanged already came again. Then two
 * hold it, and only one of them is the application (RFC 9700 §4.14.2).
 */
export function endConnection(
  { token_id, user_id, used_twice }: { token_id: string; user_id: string; used_twice: boolean },
  { accessTokens }: { readonly accessTokens: Pick<AccessTokenStore, "change"> },
): Promise<void> {
  return accessTokens.change(user_id, ({ tokens }): TokenPlan<undefined> => {
    const token = tokens.find((one) => one.token_id === token_id);
    if (token === undefined) return { kept: undefined };
    return {
      kept: undefined,
      removed: [token_id],
      entries: [entryOf("token-revoked", token, user_id, { used_twice })],
    };
  });
}

/** The user's tokens that have not ended, the newest first. Empty for an unknown user. */
export async function listAccessTokens(
  user_id: string,
  { accessTokens, clock }: ManageDeps,
): Promise<readonly AccessToken[]> {
  const held = await accessTokens.list(user_id);
  return held.tokens.filter((token) => !hasEnded(token, held, clock.now()));
}

/**
 * Ends a token: it is refused from the next request on.
 *
 * @param by_user its user, or an administrator
 * @returns null if it is done
 * @throws SenderNotAdminError if another user than its own is not an active administrator any more
 */
export function revokeAccessToken(
  token_id: string,
  user_id: string,
  by_user: string,
  { accessTokens, clock }: ManageDeps,
): Promise<Refusal | null> {
  const plan = (held: TokensOfUser): TokenPlan<Refusal | null> => {
    const token = held.tokens.find((one) => one.token_id === token_id);
    if (token === undefined || hasEnded(token, held, clock.now())) return { kept: NO_SUCH_TOKEN };
    return { kept: null, removed: [token_id], entries: [entryOf("token-revoked", token, by_user, {})] };
  };
  return accessTokens.change(user_id, plan, by_user === user_id ? null : by_user);
}

/**
 * Ends all tokens of all users. Users can create new ones.
 *
 * @returns how many there were
 * @throws SenderNotAdminError if the caller is not an active administrator any more
 */
export function revokeAllAccessTokens(
  by_user: string,
  { accessTokens }: { readonly accessTokens: Pick<AccessTokenStore, "removeAll"> },
): Promise<number> {
  const about = { kind: "token-revoked", by_user, user_id: null, document_id: null } as const;
  return accessTokens.removeAll((tokens) => ({ ...about, details: { tokens } }), by_user);
}

type TokenDetails = Pick<AccessToken, "token_id" | "name" | "audience">;

/** Events about one token: its id, name and audience, never the token or its hash. */
export function entryOf<Kind extends AuditKind & `token-${string}`>(
  kind: Kind,
  { token_id, user_id, name, audience }: TokenDetails & Pick<AccessToken, "user_id">,
  by_user: string,
  more: Omit<AuditDetails<Kind>, keyof TokenDetails>,
): AuditEntry {
  const details = { token_id, name, audience, ...more };
  // TypeScript cannot put together what it took apart.
  return { kind, by_user, user_id, document_id: null, details } as unknown as AuditEntry;
}

function hasEnded(token: AccessToken, { user }: TokensOfUser, now: number): boolean {
  return user === null || hasTokenEnded({ ...token, expires_at: endOf(token) }, user, now);
}
