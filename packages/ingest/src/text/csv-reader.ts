import { UnreadableDocumentError } from "@retrieval/core/ports";
import { CsvError, parse } from "csv-parse/sync";
import { decodeText } from "../decode-text.js";
import type { ReadContent } from "../read-content.js";
import { readTree } from "../read-tree.js";
import type { Cell } from "../xlsx/cells.js";
import { sheetBlocks } from "../xlsx/sheet-blocks.js";

const NUMBER = /^[-+¥$]?\d[\d,]*(?:\.\d+)?%?$/;
/** The line by which a file tells Excel its delimiter. */
const EXCEL_LINE = /^sep=([,\t;|])(?=\n)/i;
/** Enough of a file to show its delimiter. */
const SAMPLE = { characters: 20_000, lines: 20 };

/** Reads CSV, separated by commas, tabs or semicolons, as one table. */
export const readCsv: ReadContent = (bytes, warnings) => {
  const rows = new Map<number, Map<number, Cell>>();
  for (const record of records(decodeText(bytes, warnings))) {
    const cells = record.flatMap((value, column): [number, Cell][] => {
      const text = value.trim();
      // The first row has a style of its own, so that it can name two columns.
      return text === "" ? [] : [[column, { text, isNumber: NUMBER.test(text), style: String(rows.size === 0) }]];
    });
    if (cells.length > 0) rows.set(rows.size, new Map(cells));
  }
  const children = sheetBlocks({ rows, merged: [] });
  return readTree({ type: "root", children }, warnings);
};

function records(text: string): string[][] {
  const delimiter = text.match(EXCEL_LINE)?.[1] ?? findDelimiter(text);
  const table = text.replace(EXCEL_LINE, "");
  try {
    return parse(table, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    throw new UnreadableDocumentError({ code: "csv.open_quote", line: Number(error.lines) || 1 });
  }
}

/** The delimiter that divides the most lines into equally many cells, outside quotes; then the most lines at all. */
function findDelimiter(text: string): string {
  const lines = text
    .slice(0, SAMPLE.characters)
    .replace(/"[^"]*"/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, SAMPLE.lines);
  const score = (delimiter: string) => {
    const counts = lines.map((line) => line.split(delimiter).length).filter((count) => count > 1);
    const alike = counts.map((count) => counts.filter((other) => other === count).length);
    return Math.max(0, ...alike) * (SAMPLE.lines + 1) + counts.length;
  };
  // Of equals, the one that numbers do not have: 1,000 or 1,5.
  return [";", "\t"].reduce((best, one) => (score(one) >= Math.max(1, score(best)) ? one : best), ",");
}
