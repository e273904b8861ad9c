import { isObject } from "../is-object.js";
import type { AuditEntry, MentionedIds } from "./audit-log.js";
import { LISTED_MAX } from "./listed.js";

/** The users and documents whose names belong beside these entries; of a long list, its first items. */
export function mentionedIn(entries: readonly AuditEntry[]): MentionedIds {
  const users = entries.flatMap(({ by_user, user_id, details }) => [by_user, user_id, ...usersIn(details)]);
  return { user_ids: given(users), document_ids: given(entries.map(({ document_id }) => document_id)) };
}

/** New administrators of an import, and the users of a rule. */
function usersIn(details: object): string[] {
  const { new_admins, before, after } = details as Readonly<Record<string, unknown>>;
  const lists = [part(new_admins, "first"), part(before, "allowed_users"), part(after, "allowed_users")];
  return lists.flatMap((list) => (Array.isArray(list) ? list.slice(0, LISTED_MAX).map(String) : []));
}

const part = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined);

const given = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
