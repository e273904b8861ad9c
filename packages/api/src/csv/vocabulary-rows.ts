import { ENTRY_FIELDS } from "@retrieval/core/limits";
import type { VocabularyEntryView } from "../vocabulary.js";
import type { CsvValue } from "./write.js";

type Entry = Omit<VocabularyEntryView, "version">;

/** The whole CSV of a vocabulary; `meant` has its words separated by bars. */
export function vocabularyRows(entries: readonly Entry[]): readonly (readonly CsvValue[])[] {
  return [ENTRY_FIELDS, ...entries.map((entry) => ENTRY_FIELDS.map((name) => cellOf(entry[name])))];
}

function cellOf(value: Entry[keyof Entry]): CsvValue {
  if (typeof value === "number") return value;
  return typeof value === "object" ? value.join("|") : String(value);
}
