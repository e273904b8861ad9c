import type { KeptEntry } from "./entry.js";

export interface KeptVocabulary {
  /** In code-point order of `said`. */
  readonly entries: readonly KeptEntry[];
  /** The ETag: the same for the same entries, whoever wrote them. */
  readonly version: string;
}

/**
 * The vocabulary of the company: one list, which administrators edit as a whole. A change counts as a change of what
 * search reads: every instance uses it for its next search.
 */
export interface VocabularyStore {
  read(): Promise<KeptVocabulary>;

  /**
   * Replaces all entries. An entry that is there MUST keep its mark `starter` as long as only `on` is changed, and has
   * none once its words are changed; a new one has the mark that it is given. Of several changes made from the same version, exactly one MUST win. If entries change, the change MUST be
   * recorded in the same transaction.
   *
   * @param entries each `said` once
   * @param expected the version that the change was made from, or null to overwrite any version
   * @param by_user checked as the `ChunkStore` does; null: the service itself
   * @returns the vocabulary as it is now; `"lost"` if it has another version (nothing was written)
   * @throws SenderNotAdminError
   */
  replace(
    entries: readonly KeptEntry[],
    expected: string | null,
    by_user: string | null,
  ): Promise<KeptVocabulary | "lost">;

  /**
   * Adds the entries that come with the service, on, beside existing ones; an existing entry with the same `said` stays.
   * Does so once in the life of a database: an entry that was changed or deleted MUST NOT come back.
   *
   * @returns whether this call added them
   */
  addStarters(entries: readonly Omit<KeptEntry, "starter" | "on">[]): Promise<boolean>;
}
