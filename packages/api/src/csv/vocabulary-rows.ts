import type { VocabularyEntryView } from "../vocabulary.js";
import type { CsvValue } from "./write.js";

const FIELDS = ["said", "meant", "both_ways", "weight", "on", "starter"] as const;

/** The whole CSV of a vocabulary; `meant` has its words separated by bars. */
export function vocabularyRows(
  entries: readonly Omit<VocabularyEntryView, "version">[],
): readonly (readonly CsvValue[])[] {
  return [
    FIELDS,
    ...entries.map(({ said, meant, both_ways, weight, on, starter }) => [
      said,
      meant.join("|"),
      String(both_ways),
      weight,
      String(on),
      String(starter),
    ]),
  ];
}
