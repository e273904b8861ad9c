/** A table as plain texts: the names of its columns and its rows, cell by cell. */
export interface TableText {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const ROW_SEPARATOR = " / ";

/**
 * The key:value text of a table for search and embedding (SPEC 2.5): one line for each row, `column: value` joined by `
 * / `. Every column is named in every row; a column without a heading is named by its place.
 */
export function tableText({ columns, rows }: TableText): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), columns.length);
  const isJapanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(
    [...columns, ...rows.flat()].join(""),
  );
  const names = Array.from(
    { length: width },
    (_, i) => oneLine(columns[i] ?? "") || (isJapanese ? `列${i + 1}` : `column ${i + 1}`),
  );
  const line = (cells: readonly string[]) =>
    names.map((name, i) => `${name}: ${oneLine(cells[i] ?? "")}`.trimEnd()).join(ROW_SEPARATOR);
  return (rows.length > 0 ? rows : [[]]).map(line).join("\n");
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
