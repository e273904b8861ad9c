import { quoteCell } from "@retrieval/api/csv";
import type { Problem, ProblemOf } from "@retrieval/core/problems";
import { CsvError, parse } from "csv-parse/sync";
import { decodeText, type Encoding } from "./decode.js";
import { type Delimiter, delimiterOf } from "./delimiter.js";
import { withoutEmptyEnd } from "./empty-end.js";

export interface CsvCell {
  readonly text: string;
  /** The lines of the file where the cell begins and ends, from 1. */
  readonly line: number;
  readonly lastLine: number;
  /** It begins with a quote, and continues after the closing one. */
  readonly broken: boolean;
}

export interface CsvRecord {
  /** The line of the file where the record begins, from 1. */
  readonly line: number;
  readonly cells: readonly CsvCell[];
}

export interface CsvRecords {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly records: readonly CsvRecord[];
}

/** How much of a file is read. */
export interface RecordLimits {
  /** Reading stops after this many records. */
  readonly records: number;
  /** A record with more cells refuses the file. */
  readonly columns: number;
}

/**
 * Decodes a file, finds its delimiter and reads its records; or says why it cannot be read.
 *
 * @param needed the kind of file, for the problem of a file with one column, which names the needed columns
 */
export function readRecords(
  bytes: Uint8Array,
  needed: ProblemOf<"csv.no_delimiter">["needed"],
  limits?: RecordLimits,
): CsvRecords | Problem {
  const decoded = decodeText(bytes);
  if ("code" in decoded) return decoded;
  const { encoding, text } = decoded;
  const delimiter = delimiterOf(text);
  if (delimiter === null) {
    return text.trim() === "" ? { code: "csv.empty" } : { code: "csv.no_delimiter", needed };
  }
  const records = parseRecords(withoutEmptyEnd(text, delimiter), delimiter, limits);
  return "code" in records ? records : { encoding, delimiter, records };
}

/**
 * Lines end in CRLF, LF or CR; blank lines and lines of empty cells are left out. A quote inside a cell that does not
 * begin with one is an ordinary character (`="001234"`).
 *
 * @returns the records, or the problem if a missing quote has joined lines, whose users would silently be lost
 */
function parseRecords(text: string, delimiter: Delimiter, limits?: RecordLimits): CsvRecord[] | Problem {
  const bytes = Buffer.from(text);
  const lines = new LineCounter(bytes);
  const records: CsvRecord[] = [];
  let cells: CsvCell[] = [];
  let next = 0;

  // csv-parse counts a CRLF inside quotes twice, so lines are counted here, from the offsets at which cells end.
  const cast = (cell: string, { bytes: end }: { readonly bytes: number }) => {
    const start = next;
    next = end + 1;
    const line = lines.at(start);
    if (cells.length === limits?.columns) throw new TooManyColumns(cells[0]?.line ?? line, limits.columns);
    const raw = bytes.toString("utf8", start, end);
    cells.push({
      text: cell,
      line,
      lastLine: lines.at(end),
      broken: raw.startsWith('"') && raw !== quoteCell(cell),
    });
    return cell;
  };
  const onRecord = (_: unknown, { bytes: end }: { readonly bytes: number }) => {
    const [first] = cells;
    if (first && cells.some((cell) => cell.text.trim() !== "")) records.push({ line: first.line, cells });
    cells = [];
    next = lines.skipBreaks(end);
    if (records.length === limits?.records) throw new EnoughRecords();
    return null;
  };

  next = lines.skipBreaks(0);
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      cast,
      on_record: onRecord,
    });
  } catch (error) {
    if (error instanceof TooManyColumns) {
      return { code: "csv.too_many_columns", line: error.line, max: error.max };
    }
    if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED") {
      return { code: "csv.open_quote", line: lines.at(next) };
    }
    if (!(error instanceof EnoughRecords)) throw error;
  }
  const joined = records.flatMap((record) => record.cells).find((cell) => cell.broken && cell.lastLine > cell.line);
  return joined === undefined ? records : missingQuote(joined);
}

export function missingQuote({ line, lastLine }: CsvCell): Problem {
  return { code: "csv.missing_quote", line, last_line: lastLine };
}

/** Thrown to stop csv-parse; `parseRecords()` catches both errors. */
class EnoughRecords extends Error {}
class TooManyColumns extends Error {
  constructor(
    readonly line: number,
    readonly max: number,
  ) {
    super();
  }
}

const CR = 0x0d;
const LF = 0x0a;

/** Turns offsets into line numbers; for ascending offsets, it reads each byte once. */
class LineCounter {
  #offset = 0;
  #line = 1;

  constructor(private readonly bytes: Uint8Array) {}

  at(offset: number): number {
    for (; this.#offset < offset; this.#offset += 1) {
      const byte = this.bytes[this.#offset];
      if (byte === LF || (byte === CR && this.bytes[this.#offset + 1] !== LF)) this.#line += 1;
    }
    return this.#line;
  }

  skipBreaks(offset: number): number {
    let end = offset;
    while (this.bytes[end] === CR || this.bytes[end] === LF) end += 1;
    return end;
  }
}
