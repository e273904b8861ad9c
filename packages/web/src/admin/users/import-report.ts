import { writeCsv } from "@retrieval/api/csv";
import type { ImportAnswer } from "./import-answer.js";

const HEADER = ["kind", "line", "document_id", "number", "text"] as const;

/** The whole report as one table: counts, documents whose readers change, and lines to review. */
export function reportCsv({ counts, effects, refused, warnings }: ImportAnswer): string {
  return writeCsv([
    HEADER,
    ...Object.entries(counts).map(([kind, number]) => [kind, null, null, number, null]),
    ...effects.flatMap(({ document_id, gained, lost }) => [
      ["readers-gained", null, document_id, gained, null],
      ["readers-lost", null, document_id, lost, null],
    ]),
    // A user who is missing from a synchronised file has no line.
    ...refused.map(({ line, reason }) => ["line-refused", line || null, null, null, reason]),
    ...warnings.map(({ line, warning }) => ["line-warning", line || null, null, null, warning]),
  ]);
}

export function reportJson(report: ImportAnswer): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
