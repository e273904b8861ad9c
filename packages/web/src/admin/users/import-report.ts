import { writeCsv } from "@retrieval/api/csv";
import type { ImportAnswer } from "./import-answer.js";

const HEADER = ["kind", "line", "document_id", "number", "text", "user_id", "name"] as const;

/** The whole report as one table: counts, documents whose readers change, and lines to review. */
export function reportCsv({ counts, effects, refused, warnings }: ImportAnswer): string {
  return writeCsv([
    HEADER,
    ...Object.entries(counts).map(([kind, number]) => [kind, null, null, number, null, null, null]),
    ...effects.flatMap(({ document_id, title, gained, lost }) => [
      ["readers-gained", null, document_id, gained, null, null, title],
      ["readers-lost", null, document_id, lost, null, null, title],
    ]),
    // A user who is missing from a synchronised file has no line.
    ...refused.map(({ reason, ...line }) => ["line-refused", line.line || null, null, null, reason, ...ofUser(line)]),
    ...warnings.map(({ warning, ...line }) => [
      "line-warning",
      line.line || null,
      null,
      null,
      warning,
      ...ofUser(line),
    ]),
  ]);
}

function ofUser({ user_id, display_name }: Pick<ImportAnswer["refused"][number], "user_id" | "display_name">) {
  return [user_id, display_name];
}
