import { decideAccess } from "../access/decision.js";
import { type AccessRules, CLOSED } from "../access/rules.js";
import type { AuditLog } from "../audit/audit-log.js";
import { type Refusal, refuse } from "../errors.js";
import type { ChangeFeed, FeedRange, FeedRow } from "./change-feed.js";
import { changeData } from "./change-types.js";

/** A change as other services get it: from the feed, and as the body of a webhook. */
export interface Change {
  readonly position: number;
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** With the document_id and the user_id that it is about. */
  readonly data: object;
}

export interface ChangePage {
  readonly items: readonly Change[];
  /** The position to continue after. */
  readonly next: number;
}

/** A user whom a change of a rule let in or kept out. */
export interface ChangedReader {
  readonly user_id: string;
  readonly change: "gained" | "lost";
}

/**
 * A page of the feed.
 *
 * @param after undefined: no changes, and the position of the newest one, where a new consumer begins
 */
export async function readChanges(
  after: number | undefined,
  limit: number,
  { feed }: { readonly feed: ChangeFeed },
): Promise<ChangePage | Refusal> {
  await feed.number();
  const rows = after === undefined ? [] : await feed.read({ after, limit });
  // Read after the page: if the range has `after`, no change was missing in the page.
  const range = await feed.range();
  if (after === undefined) return { items: [], next: range.last };
  return outsideOf(range, after) ?? { items: rows.map(changeOf), next: rows.at(-1)?.position ?? after };
}

/** null: a consumer may continue after this position. */
export function outsideOf({ forgotten, last }: FeedRange, after: number): Refusal | null {
  if (after < forgotten) return refuse("CHANGES_GONE", { code: "changes.gone", after, forgotten });
  return after > last ? refuse("CHANGES_GONE", { code: "changes.ahead", after, last }) : null;
}

export function changeOf({ position, type, entry }: FeedRow): Change {
  const { kind, at, document_id, user_id, details } = entry;
  return {
    position,
    type,
    timestamp: new Date(at).toISOString(),
    data: {
      ...(document_id !== null && { document_id }),
      ...(user_id !== null && { user_id }),
      ...changeData(kind, type, details),
    },
  };
}

/**
 * The users of role `user` whom a change of a rule let in or kept out, by the users as they were at its moment, in
 * code-point order.
 *
 * @param position null: the caller sent no number
 */
export async function readChangedReaders(
  position: number | null,
  { feed, audit }: { readonly feed: Pick<ChangeFeed, "find">; readonly audit: Pick<AuditLog, "usersAt"> },
): Promise<{ readonly row: FeedRow; readonly readers: readonly ChangedReader[] } | Refusal> {
  const row = position === null ? null : await feed.find(position);
  if (row === null || row.type !== "access.changed") return refuse("NOT_FOUND", { code: "changes.no_readers" });
  const { before, after } = row.entry.details as { readonly before: AccessRules | null; readonly after: AccessRules };
  const readers = (await audit.usersAt(row.entry.at)).flatMap((user): ChangedReader[] => {
    const { user_id, role, is_active } = user;
    if (!is_active || role !== "user") return [];
    const could = decideAccess(user, before ?? CLOSED).allowed;
    const can = decideAccess(user, after).allowed;
    return could === can ? [] : [{ user_id, change: can ? "gained" : "lost" }];
  });
  return { row, readers };
}
