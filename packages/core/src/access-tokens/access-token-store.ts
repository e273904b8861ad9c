import type { AuditEntry } from "../audit/audit-log.js";
import type { User } from "../users/user.js";
import type { AccessToken } from "./access-token.js";

/** All tokens of a user, the newest first, and the user's current record; null: there is no such user. */
export interface TokensOfUser {
  readonly user: User | null;
  readonly tokens: readonly AccessToken[];
}

/** A change planned from {@link TokensOfUser}. */
export interface TokenPlan<Kept> {
  readonly kept: Kept;
  readonly added?: AccessToken & { readonly hash: Uint8Array; readonly last_used_at: null };
  /** token_ids. */
  readonly removed?: readonly string[];
  readonly entries?: readonly AuditEntry[];
}

/** Whose token each SHA-256 is, which never changes. It says nothing about rights. */
export interface TokenOwners {
  /**
   * From memory. A token MUST be known once it was added or found here, until {@link AccessTokenStore.find} does not find
   * it; beyond 10,000 some MAY be forgotten. @returns null: only {@link find} can tell
   */
  known(hash: Uint8Array): string | null;
  /** From the store. However many calls run, they MUST take one statement at a time. @returns null: no such token */
  find(hash: Uint8Array): Promise<string | null>;
  /** Reads the tokens into memory, those in use first. */
  learnAll(): Promise<void>;
}

/** The access tokens of users. It stores the SHA-256 of each and MUST NOT get or store a token itself. */
export interface AccessTokenStore {
  readonly owners: TokenOwners;

  /**
   * The token with this SHA-256 and its user's current record, both of one state, in one statement; null: there is none.
   * MUST NOT answer from a cache, and MUST NOT judge whether the token has ended.
   */
  find(hash: Uint8Array): Promise<{ readonly token: AccessToken; readonly user: User } | null>;

  list(user_id: string): Promise<TokensOfUser>;

  /**
   * Changes a user's tokens in one transaction: what is removed and added, and the audit entries, all or nothing.
   *
   * - Changes to the tokens of one user MUST run one after the other, across instances too.
   * - `plan` gets the state that it changes. It MUST be pure: it MAY be called again.
   * - A removed token is not found from the moment when the change resolves.
   * - Nothing is written for an unknown user, whatever the plan says.
   * - A sender who is not an active administrator when the change would take effect changes nothing.
   *
   * @param by_admin the administrator who changes another user's tokens; null: they are the sender's own
   * @throws SenderNotAdminError
   */
  change<Kept>(user_id: string, plan: (held: TokensOfUser) => TokenPlan<Kept>, by_admin?: string | null): Promise<Kept>;

  /**
   * Gives the application of a token its next one: the last one is not found any more. Nothing happens if the token is
   * not there.
   *
   * @param next moments in milliseconds since 1970. `renewable_until` is stored if the application had no token yet;
   * `expires_at` MUST NOT be stored later than the one that is stored
   */
  renew(
    token_id: string,
    next: { readonly hash: Uint8Array; readonly expires_at: number; readonly renewable_until: number },
  ): Promise<void>;

  /**
   * Removes the tokens of all users and adds the entry that `entry` gives for their number, in one transaction. None of
   * them is found from the moment when it resolves. `entry` MUST be pure: it MAY be called again.
   *
   * @returns their number
   * @throws SenderNotAdminError if `by_admin` is not an active administrator; then nothing is written
   */
  removeAll(entry: (removed: number) => AuditEntry, by_admin: string): Promise<number>;

  /**
   * Records a use, unless a later one is recorded. If it is the first one, exactly one of concurrent calls adds `first`
   * to the audit log, in the same transaction.
   *
   * @param at milliseconds since 1970
   */
  used(token_id: string, at: number, first: AuditEntry): Promise<void>;
}
