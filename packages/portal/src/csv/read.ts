import { readCell } from "@retrieval/api/csv";
import type { Problem, ProblemOf } from "@retrieval/core/problems";
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
 * Reads any CSV that {@link writeCsv} or a spreadsheet writes: the encodings, delimiters and quotes of `readUsersCsv`,
 * with any columns.
 *
 * @param needed the kind of file, for the problem of a file with one column, which names the needed columns
 * @returns the file, or the problem for which nothing of it can be read
 */
export function readCsv(bytes: Uint8Array, needed: ProblemOf<"csv.no_delimiter">["needed"] = "any"): CsvFile | Problem {
  const read = readRecords(bytes, needed);
  if ("code" in read) return read;
  const lines = read.records.map(({ line, cells }) => ({
    line,
    cells: cells.map(({ text, broken }) => (broken ? null : readCell(text))),
  }));
  return { encoding: read.encoding, lines };
}
