import { BYTE_ORDER_MARK, type CsvValue, csvLines } from "@retrieval/api/csv";
import type { Request } from "express";

/** Whether the query asks for CSV, or else Accept (RFC 9110 §12.5.1). */
export function wantsCsv(req: Request, format: "json" | "csv" | undefined): boolean {
  if (format !== undefined) return format === "csv";
  return req.accepts(["application/json", "text/csv"]) === "text/csv";
}

type Rows = readonly (readonly CsvValue[])[];

/** A CSV that is sent as its lines come. @param name of the file, without its ending */
export function csvAnswer(name: string, pieces: AsyncIterable<Rows> | Iterable<Rows>) {
  return {
    status: 200 as const,
    parts: textOf(pieces),
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  };
}

async function* textOf(pieces: AsyncIterable<Rows> | Iterable<Rows>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const rows of pieces) yield csvLines(rows);
}
