import { type LanguageCode, phraseOf } from "@retrieval/api";
import type { Problem } from "@retrieval/core/problems";

/** Warnings as they are answered: each with its sentence. */
export function warningsInWords(warnings: readonly Problem[], language: LanguageCode) {
  return warnings.map((problem) => ({ message: phraseOf([problem], language), problem }));
}
