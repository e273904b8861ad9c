import type { JsonOf } from "@retrieval/api/client";
import type { FileImportMode } from "@retrieval/core/users";

export type { FileImportCounts, FileImportMode, ImportEffect } from "@retrieval/core/users";

/** An import of a file, from its check to its end. */
export type ImportAnswer = JsonOf<"readImport">;

/** What is asked of a file. */
export interface ImportRequest {
  readonly file: File | null;
  readonly mode: FileImportMode;
  readonly update: boolean;
  readonly columns: ImportColumns;
}

export const COLUMN_FIELDS = ["user_id", "display_name", "department", "email"] as const;

/** Where each field stands in the file, by heading or by place from 1; empty: under one of the usual headings. */
export type ImportColumns = Readonly<Record<(typeof COLUMN_FIELDS)[number], string>>;

export const USUAL_COLUMNS: ImportColumns = { user_id: "", display_name: "", department: "", email: "" };

/** `user_id:社員番号,display_name:2`, or empty where nothing is out of the usual. */
export function columnsText(columns: ImportColumns): string {
  return COLUMN_FIELDS.map((field) => [field, columns[field].trim()] as const)
    .filter(([, column]) => column !== "")
    .map(([field, column]) => `${field}:${column}`)
    .join(",");
}

/** How many people an import would write; none: there is nothing to apply. */
export function writesOf({ counts }: Pick<ImportAnswer, "counts">): number {
  return counts.new + counts.changed + counts.reactivated + counts.deactivated;
}
