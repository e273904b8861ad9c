/** A record of the authorization server: a request that waits for consent, a code, a refresh token, a grant. */
export interface AuthorizationRecord {
  readonly kind: string;
  /** SHA-256 of its id, which may open something. */
  readonly hash: Uint8Array;
  /** The connection that it belongs to, an {@link AccessToken}; null: there is none yet. */
  readonly token_id: string | null;
  /** JSON without the id. */
  readonly payload: object;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** The records of the authorization server. It MUST NOT get or store the id of one. */
export interface AuthorizationRecords {
  /**
   * Adds a record, or replaces it. One whose connection is gone is not written. Of one kind and connection, the records
   * that were used first MAY go when there are more than 200.
   */
  put(record: AuthorizationRecord): Promise<void>;
  /**
   * null: there is none, it has expired, or its connection has ended: it is gone, has expired, or its user was signed out
   * or deactivated since.
   *
   * @param now milliseconds since 1970
   */
  find(
    kind: string,
    hash: Uint8Array,
    now: number,
  ): Promise<{ readonly payload: object; readonly is_used: boolean } | null>;
  /** Marks a record as used. Of concurrent calls, across instances too, exactly one MUST get true. */
  use(kind: string, hash: Uint8Array, now: number): Promise<boolean>;
  remove(kind: string, hash: Uint8Array): Promise<void>;
  /** Whether a connection of this application is stored. */
  isConnected(client_id: string): Promise<boolean>;
  /** Deletes records that expired before `before`, at most `limit`. @returns how many */
  forget(before: number, limit: number): Promise<number>;
}
