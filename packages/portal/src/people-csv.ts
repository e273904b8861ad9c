import {
  COLUMNS_PER_FILE,
  PEOPLE_PER_FILE,
  type PeopleColumns,
  type PeopleFile,
  type PersonLine,
  readCell,
} from "@retrieval/core";
import { type CsvRecord, missingQuote, readRecords } from "./csv/records.js";
import { FIELD_NAMES, type Layout, layoutOf, type PersonField } from "./people-columns.js";

const NEEDED = "A column 社員番号 (employee number) and a column 氏名 (name) are needed.";

/**
 * Reads the portal's head-office CSV (SPEC 1): employee number, name, department, e-mail. At most 20,000 users and 100
 * columns.
 *
 * Cells are taken exactly, including white space at the edges: the import refuses such a line, so that no user is
 * registered under a number that cannot be typed. An empty department or e-mail is left out of the entry, so a file
 * never clears fields that it does not have. Other columns are ignored.
 *
 * @param columns the column of each field, by header or by place from 1, where the usual headers do not apply
 * @returns the file, or one sentence saying why it cannot be read
 */
export function readPeopleCsv(bytes: Uint8Array, columns: PeopleColumns = {}): PeopleFile | string {
  // A header and one user too many, to know the line of that user.
  const read = readRecords(bytes, NEEDED, { records: PEOPLE_PER_FILE + 2, columns: COLUMNS_PER_FILE });
  if (typeof read === "string") return read;
  const { encoding, delimiter, records } = read;
  const [first] = records;
  if (first === undefined) return "The file has no line with anything in it.";
  const layout = layoutOf(
    first.cells.map((cell) => readCell(cell.text)),
    columns,
  );
  if (typeof layout === "string") return `${layout} (The file was read as ${encoding}.)`;

  const lines = layout.header ? records.slice(1) : records;
  const beyond = lines[PEOPLE_PER_FILE];
  if (beyond !== undefined) {
    return `Line ${beyond.line} is one more than the ${PEOPLE_PER_FILE} people that a file may have. An import may be split into several files; a synchronisation may not, because each part would deactivate everybody in the others.`;
  }

  // A user's cell with a line break and the delimiter in it is most likely the next user's line.
  const joined = records
    .flatMap(({ cells }) => Object.values(layout.places).flatMap((place) => cells[place] ?? []))
    .find((cell) => cell.lastLine > cell.line && cell.text.includes(delimiter));
  if (joined !== undefined) return missingQuote(joined);

  const people: PersonLine[] = [];
  const refused: PeopleFile["refused"][number][] = [];
  for (const record of lines) {
    const { line } = record;
    const fields = fieldsOf(record, layout);
    const reason = problemWith(record, first.cells.length, fields);
    if (reason === null) people.push({ line, entry: entryOf(fields) });
    else refused.push({ line, reason, user_id: fields.user_id || null });
  }
  return { encoding, people, refused };
}

type Fields = Readonly<Record<PersonField, string>>;

/** The texts of a record, "" where the file has none. A cell with a broken quote cannot be read. */
function fieldsOf({ cells }: CsvRecord, { places }: Layout): Fields {
  const textOf = (place: number | undefined) => {
    const cell = place === undefined ? undefined : cells[place];
    return cell === undefined || cell.broken ? "" : readCell(cell.text);
  };
  return {
    user_id: textOf(places.user_id),
    display_name: textOf(places.display_name),
    department: textOf(places.department),
    email: textOf(places.email),
  };
}

function problemWith({ cells }: CsvRecord, width: number, fields: Fields): string | null {
  const broken = cells.findIndex((cell) => cell.broken);
  if (broken >= 0) {
    return `cell ${broken + 1} begins with a quote and goes on after the closing one; inside quotes, a quote is written twice`;
  }
  if (cells.length !== width) return `the line has ${cells.length} cells where the first line has ${width}`;
  const missing = (["user_id", "display_name"] as const).find((field) => fields[field] === "");
  return missing === undefined ? null : `the ${FIELD_NAMES[missing]} is empty`;
}

function entryOf({ user_id, display_name, department, email }: Fields): PersonLine["entry"] {
  return {
    user_id,
    display_name,
    ...(department === "" ? {} : { department }),
    ...(email === "" ? {} : { email }),
  };
}
