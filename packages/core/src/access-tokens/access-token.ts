import type { User } from "../users/user.js";

/**
 * What an access token opens: the reading operations that say so, the assistants' address, or the decisions about access.
 * Of management only the feed of changes, for the role `admin`.
 */
export const TOKEN_AUDIENCES = ["api", "mcp", "authzen"] as const;
export type TokenAudience = (typeof TOKEN_AUDIENCES)[number];

/** The role in which a token reads: `user`, unless an administrator asks for `admin`. One of `authzen` always has `admin`. */
export const TOKEN_ROLES = ["user", "admin"] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** For how long after a sign-in its session may create tokens, in minutes: a stolen session soon cannot. */
export const TOKEN_MINUTES = 10;
/** How many days a token may live. */
export const TOKEN_DAYS = { min: 1, max: 90 } as const;
/** The maximum number of tokens of one user that have not ended. */
export const TOKENS_PER_USER = 20;

/** For how many days an application that a user connects gets tokens. */
export const APPLICATION_DAYS = TOKEN_DAYS.max;
/** Within how many minutes after its user's consent it gets the first one. Otherwise the connection ends. */
export const FIRST_TOKEN_MINUTES = 2;

/**
 * A token with which an assistant or a script reads as its user. The token itself is shown once and not stored: the
 * service knows its SHA-256. An application that the user connected has one too, and gets another each hour.
 */
export interface AccessToken {
  /** A UUID, which names the token and opens nothing. */
  readonly token_id: string;
  readonly user_id: string;
  /** The user's own name for it. */
  readonly name: string;
  readonly audience: TokenAudience;
  readonly role: TokenRole;
  /** The user's `sessions` when it was created: what ends the user's sessions ends the token too. */
  readonly sessions: number;
  // Milliseconds since 1970.
  readonly expires_at: number;
  /** Until when the application gets another token in its place; null: the user has it, or the application has none yet. */
  readonly renewable_until: number | null;
  /** At most a minute too early; null: it was never used. */
  readonly last_used_at: number | null;
  /** The application that the user connected, by the address of its metadata document; null: there is none. */
  readonly client_id: string | null;
}

/** The user as whom a token reads: as `user`, unless it was made for the role admin and its user is an administrator. */
export function readsAs({ role }: Pick<AccessToken, "role">, user: User): User {
  return role === "admin" && user.role === "admin" ? user : { ...user, role: "user" };
}

/** When a token, or the connection of an application, ends by itself. */
export function endOf({ expires_at, renewable_until }: Pick<AccessToken, "expires_at" | "renewable_until">): number {
  return renewable_until ?? expires_at;
}

/** Whether a token has expired, or its user was deactivated or signed out since it was created. */
export function hasTokenEnded(
  token: Pick<AccessToken, "sessions" | "expires_at">,
  user: Pick<User, "is_active" | "sessions">,
  now: number,
): boolean {
  return token.expires_at <= now || !user.is_active || token.sessions !== user.sessions;
}
