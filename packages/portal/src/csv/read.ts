import { readCell } from "@retrieval/core";
import type { Encoding } from "./decode.js";
import { readRecords } from "./records.js";

export interface CsvLine {
  /** The line of the file where the record begins, from 1, the header counted. */
  readonly line: number;
  /** The texts that the cells mean, as {@link readCell} has them; null where a cell's quotes are broken. */
  readonly cells: readonly (string | null)[];
}

export interface CsvFile {
  readonly encoding: Encoding;
  /** Every line that has anything in it, the header as the first. */
  readonly lines: readonly CsvLine[];
}

/**
 * Reads any CSV as {@link writeCsv} and spreadsheets write it: the encodings, delimiters and quotes of `readPeopleCsv`,
 * without knowing what the columns are.
 *
 * @param needed a sentence about the columns that are needed, for the answer to a file that has but one
 * @returns the file, or one sentence saying why nothing of it can be read
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
