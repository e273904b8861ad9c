import { readCell } from "@retrieval/core";
import type { Encoding } from "./decode.js";
import { readRecords } from "./records.js";

export interface CsvLine {
  /** The line of the file where the record begins, from 1, including the header. */
  readonly line: number;
  /** The texts of the cells, as {@link readCell} returns them; null where a cell's quotes are broken. */
  readonly cells: readonly (string | null)[];
}

export interface CsvFile {
  readonly encoding: Encoding;
  /** Every line that is not empty, the header first. */
  readonly lines: readonly CsvLine[];
}

/**
 * Reads any CSV that {@link writeCsv} or a spreadsheet writes: the encodings, delimiters and quotes of `readPeopleCsv`,
 * with any columns.
 *
 * @param needed a sentence about the required columns, for the answer to a file with only one
 * @returns the file, or one sentence saying why it cannot be read
 */
export function readCsv(bytes: Uint8Array, needed?: string): CsvFile | string {
  const read = readRecords(bytes, needed);
  if (typeof read === "string") return read;
  const lines = read.records.map(({ line, cells }) => ({
    line,
    cells: cells.map(({ text, broken }) => (broken ? null : readCell(text))),
  }));
  return { encoding: read.encoding, lines };
}
