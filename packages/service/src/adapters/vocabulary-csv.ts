import type { VocabularyFile } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { type CsvLine, readCsv } from "@retrieval/portal";

/** What a cell of each column becomes; a cell that is not understood stays a text, which core refuses. */
const COLUMNS: Readonly<Record<string, (cell: string) => unknown>> = {
  said: (cell) => cell,
  meant: (cell) => cell.split("|").map((word) => word.trim()),
  both_ways: truth,
  weight: (cell) => (/^[0-9]+(?:\.[0-9]+)?$/.test(cell) ? Number(cell) : cell),
  on: truth,
  starter: truth,
};

/** Spreadsheets write booleans in capitals. */
function truth(cell: string): unknown {
  const lower = cell.toLowerCase();
  return lower === "true" ? true : lower === "false" ? false : cell;
}

/** Reads the entries of a vocabulary's CSV. Columns with other names are left out, and empty cells are defaults. */
export function readVocabularyCsv(bytes: Uint8Array): VocabularyFile | Problem {
  const file = readCsv(bytes);
  if ("code" in file) return file;
  const [header, ...rows] = file.lines;
  const names = header?.cells.map((cell) => cell?.trim().toLowerCase() ?? "") ?? [];
  if (!names.includes("said") || !names.includes("meant")) {
    return { code: "vocabulary.columns_not_found", encoding: file.encoding };
  }
  const wrong = rows.map((row) => problemWith(row, names.length)).find((problem) => problem !== null);
  if (wrong !== undefined && wrong !== null) return wrong;
  const entries = rows.map(({ cells }) => {
    const fields = names.map((name, i) => [name, cells[i] ?? ""] as const);
    const known = fields.filter(([name, cell]) => name in COLUMNS && (cell !== "" || name === "said"));
    return { meant: [], ...Object.fromEntries(known.map(([name, cell]) => [name, COLUMNS[name]?.(cell)])) };
  });
  return { entries, lines: rows.map(({ line }) => line) };
}

function problemWith({ line, cells }: CsvLine, width: number): Problem | null {
  if (cells.includes(null)) return { code: "vocabulary.broken_quotes", line };
  if (cells.length === width) return null;
  return { code: "line.other_width", cells: cells.length, first_line_cells: width, at: `line ${line}` };
}
