/**
 * A value as the JSON text that it is stored as. What only passes through, from a database to an answer, need not be
 * read and written again; `JSON.stringify` writes it as the value all the same.
 */
export class JsonText<T> {
  /** @param text valid JSON of a T */
  constructor(readonly text: string) {}

  /** The value, made anew at each call. */
  read(): T {
    return JSON.parse(this.text) as T;
  }

  toJSON(): T {
    return this.read();
  }
}

/**
 * The rows of one answer have at most so many bytes as JSON: with its cursor and the names of its fields it stays below
 * 1 MB (SECURITY.md, "Files and texts"). A single row is answered however long it is.
 */
export const ROWS_BYTES_MAX = 980_000;

/** How many of the rows, from the first, fit into one answer; at least one of those that there are. */
export function fittingRows(rows: readonly unknown[]): number {
  const encoder = new TextEncoder();
  let bytes = 0;
  const over = rows.findIndex((row) => {
    bytes += encoder.encode(JSON.stringify(row)).byteLength + 1;
    return bytes > ROWS_BYTES_MAX;
  });
  return over < 0 ? rows.length : Math.max(1, over);
}
