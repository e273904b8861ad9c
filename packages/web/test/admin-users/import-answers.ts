import type { ImportAnswer } from "../../src/admin/users/import-answer.js";

/** The answer to a checked file, with the test's own fields. */
export function importAnswer(given: Partial<ImportAnswer> = {}): ImportAnswer {
  return {
    encoding: "CP932",
    mode: "import",
    counts: { new: 4, changed: 0, unchanged: 0, reactivated: 0, deactivated: 0, skipped: 280, refused: 5 },
    refused: [],
    warnings: [],
    max_deactivated: 56,
    users: [],
    effects: [],
    ...given,
  };
}
