import type { STORAGE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const storage: TextsOf<keyof typeof STORAGE_PROBLEMS> = {
  "storage.character": () => "a field has a character that the database cannot store",
  "storage.value": () => "a field has a value that the database cannot store",
  "storage.value_missing": () => "a field that the database requires has no value",
  "storage.not_unique": ({ constraint }) =>
    `the database has another user with the same value (constraint ${constraint})`,
  "storage.not_allowed": ({ constraint }) => `the database does not allow it (constraint ${constraint})`,
};
