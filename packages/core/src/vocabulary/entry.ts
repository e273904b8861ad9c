/** An entry of the vocabulary, as administrators edit it. */
export interface KeptEntry {
  /** The word that users say. */
  readonly said: string;
  /** The words that documents use instead. */
  readonly meant: readonly string[];
  /** true: each word is also searched for the others. */
  readonly both_ways: boolean;
  /** How much the words in `meant` count; a typed word counts 1. */
  readonly weight: number;
  /** false: search does not use the entry. */
  readonly on: boolean;
  /** Whether it came with the service, and its words are unchanged since. */
  readonly starter: boolean;
}

/** In the order of a CSV. */
export const ENTRY_FIELDS = [
  "said",
  "meant",
  "both_ways",
  "weight",
  "on",
  "starter",
] as const satisfies readonly (keyof KeptEntry)[];

/** An entry that comes with the service. */
export type Starter = Omit<KeptEntry, "on" | "starter">;

/** An entry as search uses it; what is left out is usual. */
export type VocabularyEntry = Pick<KeptEntry, "said" | "meant"> &
  Partial<Pick<KeptEntry, "both_ways" | "weight" | "on">>;
