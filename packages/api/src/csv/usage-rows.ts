import type { UsageEntryView } from "../usage.js";
import type { CsvValue } from "./write.js";

const FIELDS = ["kind", "word", "document_id", "title", "users", "days"] as const;

/** The whole CSV of usage. */
export function usageRows(entries: readonly UsageEntryView[]): readonly (readonly CsvValue[])[] {
  return [FIELDS, ...entries.map((entry) => FIELDS.map((field) => entry[field]))];
}
