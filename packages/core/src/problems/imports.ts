import { USER_FILE_FIELDS } from "../users/user-fields.js";

/** Problems with the portal's CSV files and their imports. */
export const IMPORT_PROBLEMS = {
  "csv.workbook": {},
  "csv.utf16": {},
  "csv.broken_utf8": {},
  "csv.other_encoding": {},
  "csv.empty": {},
  "csv.no_lines": {},
  /** `needed`: the columns that the kind of file needs. */
  "csv.no_delimiter": { needed: ["users", "departments", "any"] },
  "csv.too_many_columns": { line: "number", max: "number" },
  "csv.open_quote": { line: "number" },
  "csv.missing_quote": { line: "number", last_line: "number" },
  "csv.too_many_users": { line: "number", max: "number" },
  "csv.slow_to_read": { seconds: "number" },
  "csv.large_to_read": {},
  /** Problems with one line. */
  "line.other_width": { cells: "number", first_line_cells: "number" },
  "line.broken_quote": { cell: "number" },
  "line.empty_cell": { field: USER_FILE_FIELDS },
  /** Problems with the choice of columns. */
  "columns.ill_formed": { fields: "texts" },
  "columns.not_found": { fields: "texts", encoding: "text" },
  "columns.header_unknown": { field: USER_FILE_FIELDS, header: "text", encoding: "text" },
  "columns.ambiguous": { field: USER_FILE_FIELDS, places: "numbers", encoding: "text" },
  "columns.beyond": { field: USER_FILE_FIELDS, place: "number", cells: "number", encoding: "text" },
  "columns.shared": { place: "number", encoding: "text" },
  /** A synchronisation would deactivate the user of a line without a legible employee number. */
  "import.illegible_line": { line: "number" },
  "import.if_match_missing": {},
  "import.plan_changed": {},
  /** `active`: of so many users; `unagreed`: deactivated within 24 hours already, without agreement. */
  "import.too_many_deactivated": { deactivated: "number", active: "number", max: "number", unagreed: "number" },
} as const;
