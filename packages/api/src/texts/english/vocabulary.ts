import type { VOCABULARY_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const vocabulary: TextsOf<keyof typeof VOCABULARY_PROBLEMS> = {
  "vocabulary.changed_since": () => "The vocabulary has changed since you read it. Reread it and try again",
  "vocabulary.entry_changed_since": ({ said }) =>
    `The entry ${JSON.stringify(said)} has changed since you read it. Reread it and try again`,
  "vocabulary.unknown_entry": ({ said }) => `There is no entry ${JSON.stringify(said)}`,
  "vocabulary.taken": ({ said }) => `There already is an entry ${JSON.stringify(said)}. Change that one instead`,
  "vocabulary.full": ({ max }) => `The vocabulary has at most ${max} entries. Delete entries that are not needed`,
  "vocabulary.if_none_match_tag": () =>
    "If-None-Match must be *, which only adds the entry. To change the entry, send If-Match",
  "vocabulary.weight_ill_formed": ({ field, min, max }) => `${field} must be a number from ${min} to ${max}`,
  "vocabulary.bar": ({ field }) => `${field} must not contain |, which separates words in CSV`,
  "vocabulary.word_twice": ({ field, word }) => `${field} has ${JSON.stringify(word)} twice`,
  "vocabulary.duplicate": ({ field, said, first_index }) =>
    `${field} ${JSON.stringify(said)} is a duplicate of entries[${first_index}]`,
  "vocabulary.duplicate_line": ({ said, first_line }) =>
    `said ${JSON.stringify(said)} is a duplicate of line ${first_line}`,
  "vocabulary.columns_not_found": ({ encoding }) =>
    `The first line must have the headers said and meant. The file was read as ${encoding}`,
  "vocabulary.broken_quotes": ({ line }) => `line ${line} has broken quotes; inside quotes, write a quote twice`,
};
