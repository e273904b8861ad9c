import { CSV } from "@retrieval/core/limits";
import { type DocumentReader, type ReadDocument, UnreadableDocumentError } from "@retrieval/core/ports";
import { CsvError, parse } from "csv-parse/sync";
import { decodeText } from "../decode-text.js";
import { readAs } from "../read-as.js";
import { readTree } from "../read-tree.js";
import type { Cell } from "../xlsx/cells.js";
import { sheetBlocks } from "../xlsx/sheet-blocks.js";

const NUMBER = /^[-+¥$]?\d[\d,]*(?:\.\d+)?%?$/;

/** Reads CSV, separated by commas, tabs or semicolons, as one table. */
export class CsvReader implements DocumentReader {
  readonly media_types = [CSV];

  read(media_type: string, bytes: Uint8Array): Promise<ReadDocument> {
    return readAs({ format: "CSV", expected: CSV }, media_type, bytes, (warnings) => {
      const rows = new Map<number, Map<number, Cell>>();
      for (const record of records(decodeText(bytes, warnings).replace(/^\ufeff/, ""))) {
        const cells = record.flatMap((value, column): [number, Cell][] => {
          const text = value.trim();
          // The first row has a style of its own, so that it can name two columns.
          return text === "" ? [] : [[column, { text, isNumber: NUMBER.test(text), style: String(rows.size === 0) }]];
        });
        if (cells.length > 0) rows.set(rows.size, new Map(cells));
      }
      const children = sheetBlocks({ rows, merged: [] });
      return readTree({ type: "root", children }, warnings);
    });
  }
}

function records(text: string): string[][] {
  const [first = ""] = text.trimStart().split("\n", 1);
  const count = (delimiter: string) => first.split(delimiter).length;
  const [delimiter = ","] = [",", "\t", ";"].sort((a, b) => count(b) - count(a));
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    throw new UnreadableDocumentError({ code: "csv.open_quote", line: Number(error.lines) || 1 });
  }
}
