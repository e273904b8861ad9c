/** A request that is done once, whose sender may repeat it under the same key. */
export interface KeyedRequest {
  readonly user_id: string;
  /** The sender's key: unique among the sender's requests of a day. */
  readonly key: string;
  /** An HMAC of the operation and of everything that it was sent. */
  readonly request: Uint8Array;
}

/** What the ledger has under a key. */
export interface KnownRequest {
  /** false: the key was used for another request. */
  readonly is_same: boolean;
  /** `begun`: it has not ended. `done`: its answer was too long or secret, or its process ended before it was kept. */
  readonly answer: "begun" | "done" | { readonly text: string };
}

/**
 * Remembers requests by their keys for a day, so that a repeated one is not done twice
 * (draft-ietf-httpapi-idempotency-key-header-07).
 */
export interface RequestLedger {
  /**
   * Claims a key. Under concurrent calls with the same key, in one process or several, exactly one MUST get null; it
   * MUST then call `run`, and `keep` or `release` with the answer. A key is free again 24 hours after its claim, and two
   * minutes after it for the same request if nothing was done under it: the process ended.
   */
  claim(request: KeyedRequest): Promise<KnownRequest | null>;
  /**
   * Runs the work of a claimed request. The first change that it commits MUST be committed together with the note that
   * the request was done. If the work throws, the key is free, unless the request was done.
   */
  run<T>(request: KeyedRequest, work: () => Promise<T>): Promise<T>;
  /** The request was done. An answer of more than 64 KiB is not kept. @param answer null: it MUST NOT be stored */
  keep(request: KeyedRequest, answer: string | null): Promise<void>;
  /** Nothing was done: the key is free. */
  release(request: KeyedRequest): Promise<void>;
  /** Deletes at most `limit` keys that were claimed before a moment, in milliseconds since 1970. @returns how many */
  forget(before: number, limit: number): Promise<number>;
}
