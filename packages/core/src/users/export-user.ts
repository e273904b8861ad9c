import type { AuditLog, RecordedEntry, StoredEntry } from "../audit/audit-log.js";
import { withoutMemberships } from "../audit/without-memberships.js";
import { type Refusal, refuse } from "../errors.js";

/** What the store has of one user, without the audit log. Lists in the order in which things came. */
export interface UserData {
  /** The record, without the hash of a password. */
  readonly user: object;
  /** The names, roles and memberships of the past. */
  readonly states: readonly object[];
  /** Without hashes. */
  readonly tokens: readonly object[];
  readonly confirmations: readonly object[];
  readonly notices_read: readonly object[];
  /** The versions of rules that name the user, also past ones. */
  readonly granted: readonly object[];
  /** The documents that the user may change as one of few. */
  readonly editor_of: readonly string[];
  /** Versions and drafts that the user published or uploaded. */
  readonly versions: readonly object[];
}

/** Reads the data of users for those whom they are about. */
export interface UserDataReader {
  /** Inactive users too. All MUST be of one state of the database, and no other user MUST be in it. null: unknown */
  read(user_id: string): Promise<UserData | null>;
}

const ENTRIES_AT_ONCE = 1_000;

/**
 * Exports what is stored about one user, and records it. Of other users it has ids only.
 *
 * @param by_user the administrator who exports it
 * @returns JSON in pieces, so that a user with many entries takes no more memory than another
 */
export async function exportUser(
  user_id: string,
  by_user: string,
  { userData, audit }: { userData: UserDataReader; audit: Pick<AuditLog, "list" | "record"> },
): Promise<AsyncGenerator<string> | Refusal> {
  const data = await userData.read(user_id);
  if (data === null) return refuse("USER_NOT_FOUND", { code: "user.unknown" });
  const first = await audit.list({ user_id, limit: ENTRIES_AT_ONCE });
  // After the first page, so that no export has its own entry.
  await audit.record([{ kind: "user-exported", by_user, user_id, document_id: null, details: {} }]);
  return pieces(user_id, data, first, audit);
}

/** The details without what is another user's: memberships, addresses, and names of tokens. */
function detailsFor(user_id: string, entry: StoredEntry): object {
  if (entry.user_id === user_id) return entry.details;
  const details = withoutMemberships(entry);
  if (entry.user_id === null) return details;
  const { address: _, name: __, ...others } = details as { readonly address?: unknown; readonly name?: unknown };
  return others;
}

async function* pieces(
  user_id: string,
  data: UserData,
  first: readonly RecordedEntry[],
  audit: Pick<AuditLog, "list">,
): AsyncGenerator<string> {
  yield `${JSON.stringify(data).slice(0, -1)},"entries":[`;
  let separator = "";
  for (let page = first; page.length > 0; ) {
    const items = page.map(({ entry_id: _, at, ...entry }) => {
      const details = detailsFor(user_id, entry);
      return JSON.stringify({ at: new Date(at).toISOString(), ...entry, details });
    });
    yield separator + items.join();
    separator = ",";
    const before = page.at(-1)?.entry_id as number;
    page = page.length < ENTRIES_AT_ONCE ? [] : await audit.list({ user_id, before, limit: ENTRIES_AT_ONCE });
  }
  yield "]}";
}
