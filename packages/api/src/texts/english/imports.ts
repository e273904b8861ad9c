import type { IMPORT_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const FIELDS = { user_id: "employee number", display_name: "name", department: "department", email: "e-mail" };

const fieldName = (field: string) => FIELDS[field as keyof typeof FIELDS] ?? field;

const NEEDED = {
  users: ["A column 社員番号 (employee number) and a column 氏名 (name) are needed"],
  departments: ["A column 部署コード (or code) and a column 部署名 (or name) are needed"],
  any: [],
};

/** A part of a synchronised file would deactivate the users in the others. */
const MAY_BE_SPLIT =
  "An import may be split into several files; a synchronisation may not, because each part would deactivate everybody in the others";

const readAs = (encoding: string) => `The file was read as ${encoding}`;

export const imports: TextsOf<keyof typeof IMPORT_PROBLEMS> = {
  "csv.workbook": () => "The file is an Excel workbook. Save it as CSV UTF-8, and send that file",
  "csv.utf16": () => "The file is UTF-16 text. Save it as CSV UTF-8",
  "csv.broken_utf8": () => "The file begins as UTF-8 but has bytes that are not. Save it again as CSV UTF-8",
  "csv.other_encoding": () => "The file is neither UTF-8 nor CP932 (Shift_JIS) text. Save it as CSV UTF-8",
  "csv.empty": () => "The file is empty",
  "csv.no_lines": () => "The file has no line with anything in it",
  "csv.no_delimiter": ({ needed }) =>
    ["The first line has no comma, TAB or semicolon between columns", ...NEEDED[needed]].join(". "),
  "csv.too_many_columns": ({ line, max }) =>
    `Line ${line} has more than the ${max} columns that a file may have. Nothing was read`,
  "csv.open_quote": ({ line }) => `The quote that opens in line ${line} is never closed. Nothing was read`,
  "csv.missing_quote": ({ line, last_line }) =>
    `A quote seems to be missing: the one that opens in line ${line} joins it with the lines up to ${last_line}. Nothing was read`,
  "csv.too_many_users": ({ line, max }) =>
    `Line ${line} is one more than the ${max} people that a file may have. ${MAY_BE_SPLIT}`,
  "csv.slow_to_read": ({ seconds }) =>
    `The file takes longer than ${seconds} seconds to read. Take out empty lines. ${MAY_BE_SPLIT}`,
  "csv.large_to_read": () => `The file needs too much memory to read. ${MAY_BE_SPLIT}`,
  "line.other_width": ({ cells, first_line_cells }) =>
    `the line has ${cells} cells where the first line has ${first_line_cells}`,
  "line.broken_quote": ({ cell }) =>
    `cell ${cell} begins with a quote and goes on after the closing one; inside quotes, a quote is written twice`,
  "line.empty_cell": ({ field }) => `the ${FIELDS[field]} is empty`,
  "columns.ill_formed": ({ fields }) =>
    `columns must be pairs like user_id:社員番号,display_name:2; the fields are ${fields.join(", ")}`,
  "columns.not_found": ({ fields, encoding }) =>
    `No column is headed as ${fields.map(fieldName).join(" or ")}. Name the columns by their header, or by their place from 1. ${readAs(encoding)}`,
  "columns.header_unknown": ({ field, header, encoding }) =>
    `No column is headed ${JSON.stringify(header)}, as the ${FIELDS[field]} is said to be. ${readAs(encoding)}`,
  "columns.ambiguous": ({ field, places, encoding }) =>
    `Columns ${places.join(" and ")} could both be the ${FIELDS[field]}. Name one, by its place from 1. ${readAs(encoding)}`,
  "columns.beyond": ({ field, place, cells, encoding }) =>
    `The ${FIELDS[field]} is said to be in column ${place}, but the first line has ${cells} cells. ${readAs(encoding)}`,
  "columns.shared": ({ place, encoding }) =>
    `Two fields are read from column ${place}. Name another one. ${readAs(encoding)}`,
  "import.illegible_line": ({ line }) =>
    `Mend line ${line} first: it has no legible employee number, so a synchronisation could deactivate a user who is in the file`,
  "import.unknown": () => "No such import",
  "import.not_checked": ({ state }) => `This import is ${state} already; check the file again to apply it again`,
  "import.being_applied": () => "This import is being applied already",
  "import.too_many_deactivated": ({ deactivated, active, max, unagreed }) =>
    `This synchronisation would deactivate ${deactivated} of ${active} users. Without agreement at most ${max} may be deactivated within 24 hours${unagreed > 0 ? `, and ${unagreed} were` : ""}. If the file is right, agree with yes_deactivate=${deactivated}`,
};
