import type { DetailMessages } from "./detail-messages.js";

type Details = Readonly<Record<string, unknown>>;

/** A user's role after a change, and before; null where it did not change, or is the default of a new user. */
export function roleInWords(details: Details, text: DetailMessages): string | null {
  if (stateIn(details.before).role === undefined && stateIn(details.after).role === "user") return null;
  return changeInWords(details, "role", text.roles, text);
}

/**
 * The changes of a user, instead of the entry's full data: a page does not show the user's department and groups, only
 * that they changed.
 */
export function userLines({ fields, ...details }: Details, text: DetailMessages): Details {
  const { before: _before, after: _after, groups_added, groups_removed, ...rest } = details;
  const said = {
    role: changeInWords(details, "role", text.roles, text),
    is_active: changeInWords(details, "is_active", text.states, text),
    department_code: isNamed(fields, "department_code") ? text.departmentChanged : null,
    groups: groupsInWords(groups_added, groups_removed, text),
  };
  const shown = Object.entries(said).filter(([, value]) => value !== null);
  const names = new Set<unknown>([
    ...shown.map(([name]) => name),
    ...(said.groups === null ? [] : ["permission_groups"]),
  ]);
  const others = Array.isArray(fields) ? fields.filter((name) => !names.has(name)) : [];
  return { ...rest, ...Object.fromEntries(shown), ...(others.length > 0 && { fields: others }) };
}

function changeInWords(
  { before, after }: Details,
  field: "role" | "is_active",
  words: Readonly<Record<string, string>>,
  text: DetailMessages,
): string | null {
  const [was, is] = [stateIn(before)[field], stateIn(after)[field]];
  if (is === undefined || is === was) return null;
  const [wasInWords, isInWords] = [was, is].map((value) => words[String(value)] ?? String(value)) as [string, string];
  return was === undefined ? isInWords : text.change(wasInWords, isInWords);
}

function groupsInWords(added: unknown, removed: unknown, text: DetailMessages): string | null {
  const parts = [
    ...(countIn(added) > 0 ? [text.groups.added(countIn(added))] : []),
    ...(countIn(removed) > 0 ? [text.groups.removed(countIn(removed))] : []),
  ];
  return parts.length === 0 ? null : parts.join(text.and);
}

const stateIn = (value: unknown) => (value ?? {}) as { readonly role?: unknown; readonly is_active?: unknown };
const isNamed = (fields: unknown, name: string) => Array.isArray(fields) && fields.includes(name);

/** The `count` of a list in an entry; 0 for anything else. */
export function countIn(list: unknown): number {
  const { count } = (list ?? {}) as { readonly count?: unknown };
  return typeof count === "number" ? count : 0;
}
