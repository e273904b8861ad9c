/** A word of the dictionary, or of one group of it. */
export interface Synonym {
  readonly word: string;
  /** true: another spelling of the same word; false: another word of the same meaning. */
  readonly is_spelling: boolean;
}

/** A word of a question with its synonyms. */
export interface SynonymsOf {
  readonly said: string;
  readonly synonyms: readonly Synonym[];
}

/** Spelling variants and synonyms of a language, the same for every company. */
export interface Dictionary {
  /** The longest words of the dictionary in a folded text. */
  synonymsIn(folded: string): Iterable<SynonymsOf>;
}

export const EMPTY_DICTIONARY: Dictionary = { synonymsIn: () => [] };
