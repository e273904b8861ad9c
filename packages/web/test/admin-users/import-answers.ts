import type { ImportAnswer } from "../../src/admin/users/import-answer.js";

/** A checked import, with the test's own fields. */
export function importAnswer(given: Partial<ImportAnswer> = {}): ImportAnswer {
  return {
    import_id: "5cd528f3-ca11-4cfe-a9bb-7ce16b33c7e5",
    state: "checked",
    progress: 0,
    encoding: "CP932",
    mode: "import",
    counts: { new: 4, changed: 0, unchanged: 0, reactivated: 0, deactivated: 0, skipped: 280, refused: 5 },
    refused: [],
    warnings: [],
    max_deactivated: 56,
    effects: [],
    error: null,
    problems: [],
    ...given,
  };
}
