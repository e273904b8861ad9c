import type { STORAGE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const storage: TextsOf<keyof typeof STORAGE_PROBLEMS> = {
  "storage.character": () => "one of its texts has a character that the database cannot store",
  "storage.value": () => "one of its values is not one that the database can store",
  "storage.value_missing": () => "the database requires a value that it does not have",
  "storage.not_unique": ({ constraint }) =>
    `the database has another user with the same value (constraint ${constraint})`,
  "storage.not_allowed": ({ constraint }) => `a rule of the database does not allow it (constraint ${constraint})`,
};
