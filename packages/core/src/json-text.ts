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

/** A UTF-16 unit has at most this many bytes in JSON: `\u0000`. */
const UNIT_BYTES_MAX = 6;
/** As many as a value without text or parts has at most, such as a number, with the signs around it. */
const VALUE_BYTES_MAX = 32;

/** How many of the first rows fit into one answer: at least one, unless there are none. */
export function fittingRows(rows: readonly unknown[]): number {
  // Most answers are far shorter, which is seen without making their JSON.
  if (bytesAtMost(rows) <= ROWS_BYTES_MAX) return rows.length;
  const encoder = new TextEncoder();
  let bytes = 0;
  const over = rows.findIndex((row) => {
    bytes += encoder.encode(JSON.stringify(row)).byteLength + 1;
    return bytes > ROWS_BYTES_MAX;
  });
  return over < 0 ? rows.length : Math.max(1, over);
}

/** No less than the bytes of a value's JSON. */
function bytesAtMost(value: unknown): number {
  if (typeof value === "string") return value.length * UNIT_BYTES_MAX + VALUE_BYTES_MAX;
  if (typeof value !== "object" || value === null) return VALUE_BYTES_MAX;
  if (value instanceof JsonText) return value.text.length * UNIT_BYTES_MAX;
  let bytes = VALUE_BYTES_MAX;
  if (Array.isArray(value)) for (const one of value) bytes += bytesAtMost(one);
  else for (const name in value) bytes += bytesAtMost(name) + bytesAtMost(value[name as keyof typeof value]);
  return bytes;
}
