import { type LanguageCode, phraseOf, type WordedWarning } from "@retrieval/api";
import type { Problem } from "@retrieval/core";

export function wordedWarnings(warnings: readonly Problem[], language: LanguageCode): WordedWarning[] {
  return warnings.map((problem) => ({ message: phraseOf([problem], language), problem }));
}
