import type { AuditEntryView } from "@retrieval/api";
import { formOf, listText, type namesIn, wordOf } from "@retrieval/api/pages";
import type { AuditDetails, DetailValues } from "@retrieval/core/ports";
import type { Format } from "../../i18n/format.js";
import { isolate } from "../../i18n/isolate.js";
import type { DetailMessages } from "./detail-messages.js";

export interface DetailLine {
  readonly name: string;
  readonly value: string;
}

interface Context {
  readonly text: DetailMessages;
  readonly format: Format;
  readonly names: ReturnType<typeof namesIn>;
}

const IN_WORDS: {
  readonly [Kind in keyof DetailValues]: (value: DetailValues[Kind], context: Context) => string;
} = {
  text: (value) => value,
  word: (value, { text }) => wordOf(text.words, value),
  texts: (values, { text }) => values.map(isolate).join(text.and) || text.empty,
  words: (values, { text }) => values.map((word) => wordOf(text.words, word)).join(text.and) || text.empty,
  number: (value, { format }) => format.number(value),
  flag: (value, { text }) => (value ? text.yes : text.no),
  moment: (value, { format }) => format.dateTime(value),
  list: (list, { text }) => listText(list, isolate, text.and, text.more),
  counts: (counts, { text }) =>
    Object.entries(counts)
      .flatMap(([word, n]) => (n > 0 ? text.sum(wordOf(text.words, word), n) : []))
      .join(text.and) || text.empty,
  rule: (rule, { text, names }) => {
    if (rule.allow_all) return text.everyone;
    const parts = (["allowed_department_codes", "allowed_groups", "allowed_users"] as const).flatMap((list) => {
      const entries = rule[list].map(list === "allowed_users" ? names.user : isolate);
      return entries.length > 0 ? text.ruleParts[list](entries.join(text.and)) : [];
    });
    return parts.join(text.rulePartsApart) || text.restricted;
  },
  state: (value) => JSON.stringify(value),
  user: (user_id, { names }) => names.user(user_id),
  users: (list, { text, names }) => listText(list, names.user, text.and, text.more),
  groups: (list, { text }) => listText(list, isolate, text.and, text.more),
  memberships: (value) => JSON.stringify(value),
  personal: (value) => value,
  fields: (value) => JSON.stringify(value),
};

/** The details of an entry in words, line by line; those of another version of the service as they are. */
export function detailLines(entry: Pick<AuditEntryView, "kind" | "details">, context: Context): DetailLine[] {
  const { text } = context;
  const form = formOf(entry);
  if (form !== null && entry.kind === "user-changed")
    return userLines(entry.details as AuditDetails<"user-changed">, context);
  return Object.entries(entry.details).map(([name, value]) => {
    const kind = form && (form[name] ?? form[`${name}?`] ?? form[`${name}|null`] ?? form[`${name}|null?`]);
    return { name: wordOf(text.names, name), value: kind ? inWords(kind, value, context, name) : asWritten(value) };
  });
}

function inWords(kind: string | readonly string[], value: unknown, context: Context, name: string): string {
  const { text } = context;
  if (value === null) return name === "address" ? text.manyAddresses : name === "before" ? text.noRule : text.empty;
  const say = IN_WORDS[typeof kind === "string" ? (kind as keyof DetailValues) : "word"];
  // TypeScript cannot relate the kind to its value.
  return (say as (value: unknown, context: Context) => string)(value, context);
}

/** The changes of a user: the page does not show the user's department and groups, only that they changed. */
function userLines(details: AuditDetails<"user-changed">, context: Context): DetailLine[] {
  const { text } = context;
  const { via, result, before, after, fields, groups_added, groups_removed, asked } = details;
  type Shown = Exclude<keyof typeof after, "department_code">;
  const values = Object.keys({ ...after }).filter((name) => name !== "department_code") as Shown[];
  const stateOf = (field: Shown) => {
    const [was, is] = [before?.[field], after?.[field]].map(
      (value) => value !== undefined && wordOf(text.words, `${value}`),
    );
    if (was === is) return [];
    return [[field, was ? text.change(was, `${is}`) : `${is}`]];
  };
  const groups = [
    ...(groups_added ? [text.groupsAdded(groups_added.count)] : []),
    ...(groups_removed ? [text.groupsRemoved(groups_removed.count)] : []),
  ];
  const shown = [
    ["via", wordOf(text.words, via)],
    ["result", wordOf(text.words, result)],
    ...values.flatMap(stateOf),
    ...(fields?.includes("department_code") ? [["department_code", text.departmentChanged]] : []),
    ...(groups.length > 0 ? [["groups", groups.join(text.and)]] : []),
  ] as [string, string][];
  const named = new Set([...shown.map(([name]) => name), ...(groups.length > 0 ? ["permission_groups"] : [])]);
  const others = fields?.filter((field) => !named.has(field)) ?? [];
  if (others.length > 0) shown.push(["fields", IN_WORDS.words(others, context)]);
  if (asked) shown.push(["asked", IN_WORDS.words(asked, context)]);
  return shown.map(([name, value]) => ({ name: wordOf(text.names, name), value }));
}

const asWritten = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
