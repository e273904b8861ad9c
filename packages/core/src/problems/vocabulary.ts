/** Problems with the vocabulary. `field` is the place of an entry, or of one of its fields. */
export const VOCABULARY_PROBLEMS = {
  "vocabulary.changed_since": {},
  "vocabulary.entry_changed_since": { said: "text" },
  "vocabulary.unknown_entry": { said: "text" },
  "vocabulary.taken": { said: "text" },
  "vocabulary.full": { max: "number" },
  "vocabulary.if_none_match_tag": {},
  "vocabulary.weight_ill_formed": { field: "text", min: "number", max: "number" },
  "vocabulary.bar": { field: "text" },
  "vocabulary.word_twice": { field: "text", word: "text" },
  "vocabulary.duplicate": { field: "text", said: "text", first_index: "number" },
  "vocabulary.duplicate_line": { said: "text", first_line: "number" },
  /** A CSV. */
  "vocabulary.columns_not_found": { encoding: "text" },
  "vocabulary.broken_quotes": { line: "number" },
} as const;
