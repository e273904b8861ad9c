import { readCell } from "@retrieval/api/csv";
import { type FieldIn, REQUIRED_FIELDS, USER_FILE_FIELDS } from "@retrieval/core/limits";
import {
  COLUMNS_PER_FILE,
  USERS_PER_FILE,
  type UserColumns,
  type UserFile,
  type UserLine,
} from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { type CsvRecord, missingQuote, readRecords } from "./csv/records.js";
import { type Layout, layoutOf } from "./user-columns.js";

/**
 * Reads the portal's head-office CSV (SPEC 1): employee number, name, department, e-mail. At most 20,000 users and 100
 * columns.
 *
 * Cells are taken exactly, including white space at the edges: the import refuses such a line, so that no user is
 * registered under a number that cannot be typed. An empty department or e-mail is left out of the entry, so a file
 * never clears fields that it does not have. Other columns are ignored.
 *
 * @param columns which column holds which field, by header or by place from 1, where the usual headers do not apply
 * @returns the file, or the problem for which nothing of it can be read
 */
export function readUsersCsv(bytes: Uint8Array, columns: UserColumns = {}): UserFile | Problem {
  // One header and one user too many, so that the problem can name the line.
  const read = readRecords(bytes, "users", { records: USERS_PER_FILE + 2, columns: COLUMNS_PER_FILE });
  if ("code" in read) return read;
  const { encoding, delimiter, records } = read;
  const [first] = records;
  if (first === undefined) return { code: "csv.no_lines" };
  const layout = layoutOf(
    first.cells.map((cell) => readCell(cell.text)),
    columns,
    encoding,
  );
  if ("code" in layout) return layout;

  const lines = layout.header ? records.slice(1) : records;
  const beyond = lines[USERS_PER_FILE];
  if (beyond !== undefined) return { code: "csv.too_many_users", line: beyond.line, max: USERS_PER_FILE };

  // A user's cell with a line break and the delimiter in it is most likely the next user's line.
  const joined = records
    .flatMap(({ cells }) => Object.values(layout.places).flatMap((place) => cells[place] ?? []))
    .find((cell) => cell.lastLine > cell.line && cell.text.includes(delimiter));
  if (joined !== undefined) return missingQuote(joined);

  const users: UserLine[] = [];
  const refused: UserFile["refused"][number][] = [];
  for (const record of lines) {
    const { line } = record;
    const fields = fieldsOf(record, layout);
    const problem = problemWith(record, first.cells.length, fields);
    if (problem === null) users.push({ line, entry: entryOf(fields) });
    else {
      const { user_id, display_name } = fields;
      refused.push({ line, user_id: user_id || null, display_name: display_name || null, problems: [problem] });
    }
  }
  return { encoding, users, refused };
}

type Fields = Readonly<Record<FieldIn<"file">, string>>;

/** The texts of a record, "" where the file has none. A cell with a broken quote cannot be read. */
function fieldsOf({ cells }: CsvRecord, { places }: Layout): Fields {
  const textOf = (place: number | undefined) => {
    const cell = place === undefined ? undefined : cells[place];
    return cell === undefined || cell.broken ? "" : readCell(cell.text);
  };
  return Object.fromEntries(USER_FILE_FIELDS.map((field) => [field, textOf(places[field])])) as Fields;
}

function problemWith({ cells }: CsvRecord, width: number, fields: Fields): Problem | null {
  const broken = cells.findIndex((cell) => cell.broken);
  if (broken >= 0) return { code: "line.broken_quote", cell: broken + 1 };
  if (cells.length !== width) {
    return { code: "line.other_width", cells: cells.length, first_line_cells: width };
  }
  const missing = REQUIRED_FIELDS.find((field) => fields[field] === "");
  return missing === undefined ? null : { code: "line.empty_cell", field: missing };
}

function entryOf({ user_id, display_name, ...others }: Fields): UserLine["entry"] {
  const filled = Object.entries(others).filter(([, text]) => text !== "");
  return { user_id, display_name, ...Object.fromEntries(filled) };
}
