import type { Format } from "../../i18n/format.js";
import { isolate } from "../../i18n/isolate.js";
import type { AuditEntryView } from "./answers.js";
import type { DetailMessages } from "./detail-messages.js";
import type { Names } from "./names.js";
import { userLines } from "./user-lines.js";

export interface DetailLine {
  readonly name: string;
  readonly value: string;
}

const MOMENTS = new Set(["at", "expires_at", "minute", "hour", "from", "to"]);
const RULES = new Set(["before", "after"]);
/** Their values are free texts, which have no translation. */
const OWN_TEXTS = new Set(["title", "version", "address", "call", "job_id", "import_id", "token_id", "name"]);
const RULE_LISTS = ["allowed_department_codes", "allowed_groups", "allowed_users"] as const;

/** The details of an entry in words, line by line. Unknown details are shown as they are. */
export function detailLines(
  { kind, details }: Pick<AuditEntryView, "kind" | "details">,
  text: DetailMessages,
  format: Format,
  names: Names,
): DetailLine[] {
  const given = details as Readonly<Record<string, unknown>>;
  const shown = kind === "user-changed" ? userLines(given, text) : given;
  return Object.entries(shown).map(([name, value]) => ({
    name: text.names[name] ?? name,
    value: inWords(name, value, text, format, names),
  }));
}

function inWords(name: string, value: unknown, text: DetailMessages, format: Format, names: Names): string {
  if (RULES.has(name)) return ruleInWords(value, text, names);
  if (value === null) return name === "address" ? text.manyAddresses : text.none;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  if (typeof value === "number") return format.number(value);
  if (typeof value === "string") {
    if (MOMENTS.has(name)) return format.dateTime(value);
    return OWN_TEXTS.has(name) ? value : (text.words[value] ?? value);
  }
  if (Array.isArray(value))
    return value.map((one) => text.words[String(one)] ?? isolate(String(one))).join(text.and) || text.none;
  return listInWords(value, text, name === "new_admins" ? names.user : isolate) ?? sumsInWords(value as object, text);
}

/** `{count: 120, first: ["D1", …]}`; null for anything else. */
export function listInWords(list: unknown, text: DetailMessages, say: (item: string) => string): string | null {
  const { count, first } = (list ?? {}) as { readonly count?: unknown; readonly first?: unknown };
  if (typeof count !== "number" || !Array.isArray(first)) return null;
  const listed = first.map((one) => say(String(one))).join(text.and);
  return count > first.length ? text.more(listed, count - first.length) : listed;
}

/** `{added: 54, removed: 0}`; zeros are left out. */
export function sumsInWords(sums: object, text: DetailMessages): string {
  const entries = Object.entries(sums);
  if (!entries.every(([, sum]) => typeof sum === "number")) return JSON.stringify(sums);
  const said = entries.filter(([, sum]) => sum > 0).map(([word, sum]) => text.sum(text.words[word] ?? word, sum));
  return said.join(text.and) || text.none;
}

function ruleInWords(rule: unknown, text: DetailMessages, names: Names): string {
  if (typeof rule !== "object" || rule === null) return text.noRule;
  const given = rule as Readonly<Record<string, unknown>>;
  if (given.allow_all === true) return text.everyone;
  const parts = RULE_LISTS.flatMap((list) => {
    const entries = given[list];
    const say = list === "allowed_users" ? names.user : isolate;
    return Array.isArray(entries) && entries.length > 0
      ? [text.ruleParts[list](entries.map((entry) => say(String(entry))).join(text.and))]
      : [];
  });
  return parts.join(text.rulePartsApart) || text.restricted;
}
