import type { AuditEntry, MentionedIds, StoredEntry } from "./audit-log.js";
import { formOf } from "./kinds.js";
import { LISTED_MAX } from "./listed.js";

/** The users and documents whose names belong beside these entries; of a long list, its first items. */
export function mentionedIn(entries: readonly StoredEntry[]): MentionedIds {
  const users = entries.flatMap((entry) => [entry.by_user, entry.user_id, ...usersIn(entry)]);
  return { user_ids: given(users), document_ids: given(entries.map(({ document_id }) => document_id)) };
}

/** New administrators of an import, and the users of a rule. */
function usersIn(entry: StoredEntry): readonly string[] {
  if (!isCurrent(entry)) return [];
  const { kind, details } = entry;
  if (kind === "users-imported") return details.new_admins?.first ?? [];
  if (kind !== "rule-changed") return [];
  return [details.before, details.after].flatMap((rule) => rule?.allowed_users.slice(0, LISTED_MAX) ?? []);
}

const isCurrent = (entry: StoredEntry): entry is AuditEntry => formOf(entry) !== null;

const given = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
