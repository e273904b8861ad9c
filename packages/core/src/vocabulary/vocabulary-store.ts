import type { Refusal } from "../errors.js";
import type { KeptEntry, Starter } from "./entry.js";
import type { VocabularyChange } from "./plan-vocabulary.js";

export interface ChangedVocabulary {
  /** All entries, in code-point order of `said`. */
  readonly entries: readonly KeptEntry[];
  readonly change: VocabularyChange;
}

/**
 * The vocabulary of the company. A change counts as a change of what search reads: every instance uses it for its next
 * search.
 */
export interface VocabularyStore {
  /** All entries, in code-point order of `said`. */
  read(): Promise<readonly KeptEntry[]>;

  /**
   * Writes what `plan` makes of the entries as they are; a refusal writes nothing. Of changes at the same time, each plan
   * MUST get what the one before has left. A change MUST be recorded in the same transaction, one that changes no entry
   * MUST NOT.
   *
   * @param plan may be called more than once
   * @param by_user checked as the `ChunkStore` does; null: the service itself
   * @returns the entries as they are now
   * @throws SenderNotAdminError
   */
  change(
    plan: (held: readonly KeptEntry[]) => VocabularyChange | Refusal,
    by_user: string | null,
  ): Promise<ChangedVocabulary | Refusal>;

  /**
   * Adds the entries that come with the service, on, beside existing ones; an existing entry with the same `said` stays.
   * Does so once in the life of a database: an entry that was changed or deleted MUST NOT come back.
   *
   * @returns whether this call added them
   */
  addStarters(entries: readonly Starter[]): Promise<boolean>;
}
