import type { FileImportReport } from "./file-import-report.js";
import type { Task } from "./file-import-tasks.js";

/** Spreadsheets write a number that is too long for its column like this: 9.00001E+05. */
const SHORTENED = /^\d+(\.\d+)?E\+\d+$/i;
const FULL_WIDTH_DIGIT = /[０-９]/;

/** Warns of employee numbers that a spreadsheet or an input method probably changed. A portal may mean them. */
export function damagedNumberWarnings(tasks: readonly Task[]): FileImportReport["warnings"] {
  return tasks.flatMap(({ line, change: { user_id } }) => {
    const warning = warningAbout(user_id);
    return line === null || warning === null ? [] : [{ line, warning }];
  });
}

function warningAbout(user_id: string): string | null {
  if (SHORTENED.test(user_id)) {
    return `${user_id} is how a spreadsheet writes a long number; format the column as text and export the file anew`;
  }
  if (FULL_WIDTH_DIGIT.test(user_id)) {
    return `${user_id} has full-width digits; numbers are compared exactly, so ${user_id.normalize("NFKC")} is somebody else`;
  }
  return null;
}
