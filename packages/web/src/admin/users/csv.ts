type Cell = string | number | null;

// What a spreadsheet takes for a formula at the start of a cell; in Japan the full-width forms too.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A CSV for people with spreadsheets: UTF-8 with a byte order mark, CRLF, and no text that is run as a formula. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(written).join(",")}\r\n`).join("")}`;
}

function written(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
