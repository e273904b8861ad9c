import type { Problem } from "../problems.js";
import type { LineWarning } from "./file-import-report.js";
import type { Task } from "./file-import-tasks.js";

/** Spreadsheets write a number that is too long for its column like this: 9.00001E+05. */
const SHORTENED = /^\d+(\.\d+)?E\+\d+$/i;
const FULL_WIDTH_DIGIT = /[０-９]/;

/** Warns of employee numbers that a spreadsheet or an input method probably changed. A portal may mean them. */
export function damagedNumberWarnings(tasks: readonly Task[]): LineWarning[] {
  return tasks.flatMap(({ line, display_name, change: { user_id } }) => {
    const problem = problemWithNumber(user_id);
    return line === null || problem === null ? [] : [{ line, user_id, display_name, problem }];
  });
}

function problemWithNumber(user_id: string): Problem | null {
  if (SHORTENED.test(user_id)) return { code: "user_id.shortened", user_id };
  if (FULL_WIDTH_DIGIT.test(user_id)) {
    return { code: "user_id.full_width", user_id, half_width: user_id.normalize("NFKC") };
  }
  return null;
}
