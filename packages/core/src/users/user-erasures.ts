import type { AccessRules } from "../access/rules.js";

/** The moment of which a version's certificate counts readers, when it is over. */
export interface CertifiedMoment {
  readonly document_id: string;
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The rule then, where no history has it. */
  readonly access_rules: AccessRules;
}

export interface UserErasure {
  /** What the user is called from now on ({@link isPseudonym}). */
  readonly pseudonym: string;
  /** The user must have been inactive since before this moment, in milliseconds since 1970. */
  readonly before: number;
  /** null: the service itself. */
  readonly by_user: string | null;
  readonly certified: readonly CertifiedMoment[];
}

/** What kept a user from being erased. */
export interface NotErased {
  /** Since when the user is inactive, in milliseconds since 1970; null: the user is active. */
  readonly inactive_since: number | null;
}

/** Makes users unknown. */
export interface UserErasures {
  /**
   * Inactive users whose deactivation is older than `before`, at most `limit`, in random order: a user whose erasure ends
   * the connection each time MUST NOT keep the same others waiting.
   */
  due(before: number, limit: number): Promise<readonly string[]>;

  /**
   * Erases one user in one transaction: the record, tokens and whatever else is the user's own go, and the pseudonym takes
   * the place of the user_id wherever it is stored.
   *
   * - It MUST be refused unless the user has been inactive since before `before`, and for 24 hours by the store's clock:
   *   longer than a session, the key of a request, a waiting audit entry and the guard against mass deactivation last.
   * - Of earlier states MUST stay when the user was active, and with which role, and nothing else.
   * - The user MUST be counted as a reader of each certified version that the user could read at its moment.
   * - Other users whose ids contain this one, and texts that contain it, MUST stay as they are.
   * - The audit entry MUST be added in the same transaction, with the pseudonym.
   * - It MUST be refused if the sender is not an active administrator.
   *
   * @returns null: done; "unknown": there is no such user; otherwise why nothing was changed
   * @throws SenderNotAdminError
   */
  erase(user_id: string, erasure: UserErasure): Promise<null | "unknown" | NotErased>;
}
