import { type BulkImportAnswer, type LanguageCode, phraseOf } from "@retrieval/api";
import type { BulkImport } from "@retrieval/core";

export function bulkImportView({ errors, warnings, ...counts }: BulkImport, language: LanguageCode): BulkImportAnswer {
  return {
    ...counts,
    errors: errors.map((entry) => ({ ...entry, error: phraseOf(entry.problems, language) })),
    ...(warnings.length > 0
      ? { warnings: warnings.map((entry) => ({ ...entry, warning: phraseOf([entry.problem], language) })) }
      : {}),
  };
}
