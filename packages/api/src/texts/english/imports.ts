import type { IMPORT_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const FIELDS = { user_id: "employee number", display_name: "name", department: "department", email: "e-mail" };

const fieldName = (field: string) => FIELDS[field as keyof typeof FIELDS] ?? field;

const NEEDED = {
  users: ["The columns 社員番号 (employee number) and 氏名 (name) are required"],
  departments: ["The columns 部署コード (or code) and 部署名 (or name) are required"],
  any: [],
};

/** A part of a synchronised file would deactivate the users in the others. */
const MAY_BE_SPLIT =
  "An import may be split into several files; a synchronisation may not, because each part would deactivate the users in the other parts";

const readAs = (encoding: string) => `The file was read as ${encoding}`;

export const imports: TextsOf<keyof typeof IMPORT_PROBLEMS> = {
  "csv.workbook": () => "The file is an Excel workbook. Save it as CSV UTF-8 and send that file",
  "csv.utf16": () => "The file is UTF-16 text. Save it as CSV UTF-8",
  "csv.broken_utf8": () => "The file begins as UTF-8 but has bytes that are not UTF-8. Save it again as CSV UTF-8",
  "csv.other_encoding": () => "The file is neither UTF-8 nor CP932 (Shift_JIS) text. Save it as CSV UTF-8",
  "csv.empty": () => "The file is empty",
  "csv.no_lines": () => "The file has only empty lines",
  "csv.no_delimiter": ({ needed }) =>
    ["The first line has no comma, TAB or semicolon between columns", ...NEEDED[needed]].join(". "),
  "csv.too_many_columns": ({ line, max }) =>
    `Line ${line} has more than ${max} columns, the most that a file may have. Nothing was read`,
  "csv.open_quote": ({ line }) => `The quote that opens in line ${line} is never closed. Nothing was read`,
  "csv.missing_quote": ({ line, last_line }) =>
    `A quote seems to be missing: the one that opens in line ${line} joins it with the lines up to ${last_line}. Nothing was read`,
  "csv.too_many_users": ({ line, max }) =>
    `At line ${line} the file has more than ${max} users, the most that a file may have. ${MAY_BE_SPLIT}`,
  "csv.slow_to_read": ({ seconds }) =>
    `The file takes longer than ${seconds} seconds to read. Remove empty lines. ${MAY_BE_SPLIT}`,
  "csv.large_to_read": () => `The file needs too much memory to read. ${MAY_BE_SPLIT}`,
  "line.other_width": ({ cells, first_line_cells }) =>
    `the line has ${cells} cells, but the first line has ${first_line_cells}`,
  "line.broken_quote": ({ cell }) =>
    `cell ${cell} has text after its closing quote; inside quotes, write a quote twice`,
  "line.empty_cell": ({ field }) => `the ${FIELDS[field]} is empty`,
  "columns.ill_formed": ({ fields }) =>
    `columns must be pairs like user_id:社員番号,display_name:2; the fields are ${fields.join(", ")}. Give the number of a column whose header has a comma or colon`,
  "columns.not_found": ({ fields, encoding }) =>
    `No column has a header for ${fields.map(fieldName).join(" or ")}. Name the columns by header or by number from 1. ${readAs(encoding)}`,
  "columns.header_unknown": ({ field, header, encoding }) =>
    `No column has the header ${JSON.stringify(header)}, which was given for the ${FIELDS[field]}. ${readAs(encoding)}`,
  "columns.ambiguous": ({ field, places, encoding }) =>
    `Columns ${places.join(" and ")} could both be the ${FIELDS[field]}. Name one by its number from 1. ${readAs(encoding)}`,
  "columns.beyond": ({ field, place, cells, encoding }) =>
    `Column ${place} was given for the ${FIELDS[field]}, but the first line has ${cells} cells. ${readAs(encoding)}`,
  "columns.shared": ({ place, encoding }) =>
    `Column ${place} was given for two fields. Name a column for each. ${readAs(encoding)}`,
  "import.illegible_line": ({ line }) =>
    `Correct line ${line} first: its employee number cannot be read, so a synchronisation could deactivate a user who is in the file`,
  "import.if_match_missing": () =>
    "If-Match is required: send the file with dry_run=true first, then again with the ETag of that answer, or * to apply it whatever it does",
  "import.plan_changed": () =>
    "The file would do something else by now than its check said, so this request wrote nothing. Check the file again",
  "import.too_many_deactivated": ({ deactivated, active, max, unagreed }) =>
    `This synchronisation would deactivate ${deactivated} of ${active} users. Without agreement, at most ${max} may be deactivated within 24 hours${unagreed > 0 ? `, and ${unagreed} already were` : ""}. If the file is right, agree with yes_deactivate=${deactivated}`,
};
