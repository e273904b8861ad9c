/**
 * A value as its stored JSON text. A value that only passes from the database to an answer is not parsed;
 * `JSON.stringify` writes it like the parsed value.
 */
export class JsonText<T> {
  /** @param text valid JSON of a T */
  constructor(readonly text: string) {}

  /** Parses the text at each call. */
  read(): T {
    return JSON.parse(this.text) as T;
  }

  toJSON(): T {
    return this.read();
  }
}

/**
 * The most bytes of one answer's rows as JSON. With its cursor and field names, the answer stays below 1 MB
 * (SECURITY.md, "Files and texts"). A single row of any length is answered.
 */
export const ROWS_BYTES_MAX = 980_000;

/** A UTF-16 unit has at most this many bytes in UTF-8, so most answers are short enough without counting. */
const UNIT_BYTES_MAX = 3;

/** How many of the first rows fit into one answer: at least one, unless there are none. */
export function fittingRows(rows: readonly unknown[]): number {
  if (JSON.stringify(rows).length * UNIT_BYTES_MAX <= ROWS_BYTES_MAX) return rows.length;
  const encoder = new TextEncoder();
  let bytes = 0;
  const over = rows.findIndex((row) => {
    bytes += encoder.encode(JSON.stringify(row)).byteLength + 1;
    return bytes > ROWS_BYTES_MAX;
  });
  return over < 0 ? rows.length : Math.max(1, over);
}
