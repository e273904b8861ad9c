import type { Format } from "../../i18n/format.js";
import type { EntryMessages } from "./entry-messages.js";

export interface DetailLine {
  readonly name: string;
  readonly value: string;
}

const MOMENTS = new Set(["at", "minute", "from", "to"]);
const RULES = new Set(["before", "after"]);
/** Their values are texts of somebody's own, and no words of ours. */
const OWN_TEXTS = new Set(["title", "version", "address", "stale", "embed_version", "call", "job_id"]);
const RULE_LISTS = ["allowed_department_codes", "allowed_groups", "allowed_users"] as const;

/** The details of an entry, line by line, in words. What is not known here is shown as it was written. */
export function detailLines(details: object, text: EntryMessages, format: Format): DetailLine[] {
  return Object.entries(details).map(([name, value]) => ({
    name: text.names[name] ?? name,
    value: inWords(name, value, text, format),
  }));
}

function inWords(name: string, value: unknown, text: EntryMessages, format: Format): string {
  if (RULES.has(name)) return ruleInWords(value, text);
  if (value === null) return name === "address" ? text.manyAddresses : text.none;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  if (typeof value === "number") return format.number(value);
  if (typeof value === "string") {
    if (MOMENTS.has(name)) return format.dateTime(value);
    return OWN_TEXTS.has(name) ? value : (text.words[value] ?? value);
  }
  if (Array.isArray(value))
    return value.map((one) => text.words[String(one)] ?? String(one)).join(text.and) || text.none;
  return sumsInWords(value as object, text);
}

/** `{added: 54, removed: 0}`: what there is none of is left out. */
export function sumsInWords(sums: object, text: EntryMessages): string {
  const entries = Object.entries(sums);
  if (!entries.every(([, sum]) => typeof sum === "number")) return JSON.stringify(sums);
  const said = entries.filter(([, sum]) => sum > 0).map(([word, sum]) => text.sum(text.words[word] ?? word, sum));
  return said.join(text.and) || text.none;
}

function ruleInWords(rule: unknown, text: EntryMessages): string {
  if (typeof rule !== "object" || rule === null) return text.noRule;
  const given = rule as Readonly<Record<string, unknown>>;
  if (given.allow_all === true) return text.everybody;
  const parts = RULE_LISTS.flatMap((list) => {
    const entries = given[list];
    return Array.isArray(entries) && entries.length > 0 ? [text.ruleParts[list](entries.join(text.and))] : [];
  });
  return parts.join(text.rulePartsApart) || text.nobody;
}
