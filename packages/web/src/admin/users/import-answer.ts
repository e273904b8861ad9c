import { type JsonOf, USER_FILE_FIELDS } from "@retrieval/api/client";
import type { FileImportMode } from "@retrieval/core/users";

export type { FileImportCounts, FileImportMode } from "@retrieval/core/users";

/** What an import of a file would do, or did. */
export type ImportAnswer = JsonOf<"importUserFile">;

export type ImportEffect = ImportAnswer["effects"][number];
export type ImportedUser = ImportAnswer["users"][number];

/** How a file is to be imported. */
export interface ImportRequest {
  readonly file: File | null;
  readonly mode: FileImportMode;
  readonly update: boolean;
  readonly columns: ImportColumns;
}

/** The column of each field, by heading or by position from 1; empty: found by its usual heading. */
export type ImportColumns = Readonly<Record<(typeof USER_FILE_FIELDS)[number], string>>;

export const USUAL_COLUMNS = Object.fromEntries(USER_FILE_FIELDS.map((field) => [field, ""])) as ImportColumns;

/** `user_id:社員番号,display_name:2`; empty if all columns have usual headings. */
export function columnsText(columns: ImportColumns): string {
  return USER_FILE_FIELDS.map((field) => [field, columns[field].trim()] as const)
    .filter(([, column]) => column !== "")
    .map(([field, column]) => `${field}:${column}`)
    .join(",");
}

/** How many users an import would write; 0: there is nothing to apply. */
export function writesOf({ counts }: Pick<ImportAnswer, "counts">): number {
  return counts.new + counts.changed + counts.reactivated + counts.deactivated;
}
