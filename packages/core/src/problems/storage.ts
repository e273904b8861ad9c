/** Why the database refuses a record (SQLSTATE 22 and 23). */
export const STORAGE_PROBLEMS = {
  "storage.character": {},
  "storage.value": {},
  "storage.value_missing": {},
  "storage.not_unique": { constraint: "text" },
  "storage.not_allowed": { constraint: "text" },
} as const;
