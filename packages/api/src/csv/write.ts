import { guardCell, quoteCell } from "./cell.js";

/** A number is written as it is; null is an empty cell. */
export type CsvValue = string | number | null;

/** Without it Excel in Japan reads CP932. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Writes a CSV file for spreadsheets: UTF-8 with a byte order mark, lines that end in CRLF (RFC 4180), and no text that
 * a spreadsheet would run as a formula.
 *
 * @returns text that begins with U+FEFF; write it as UTF-8
 */
export function writeCsv(rows: readonly (readonly CsvValue[])[]): string {
  return BYTE_ORDER_MARK + csvLines(rows);
}

/** Lines of {@link writeCsv}, for a file that is written piece by piece. */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(written).join(",")}\r\n`).join("");
}

function written(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = guardCell(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? quoteCell(text) : text;
}
