import type { DetailName } from "../audit/details.js";
import type { AuditKind } from "../audit/kinds.js";

/** A change that other services get, with these details of the audit entry. */
interface ToldChange {
  readonly type: string;
  readonly data: readonly DetailName[];
  /** Only an entry with this detail counts, and not with the value false, or a result that changed nothing. */
  readonly if?: DetailName;
}

const coming = ["number", "effective_from", "effective_from_before"] as const;
const end = ["effective_on", "replaced_by"] as const;
const NOTHING: readonly ToldChange[] = [];

/**
 * The changes of each kind of audit entry: ids, counts and days, no names, texts or groups. Total: a new kind must be
 * decided. Receivers keep the names of types, so a name never changes.
 */
const CHANGES_OF = {
  "sign-in": NOTHING,
  "sign-in-refused": NOTHING,
  // Each of its users who changed has an entry.
  "users-imported": NOTHING,
  // The portal synchronises a user at each sign-in, mostly without a change.
  "user-changed": [{ type: "user.changed", data: ["result", "fields"], if: "result" }],
  "user-signed-out": NOTHING,
  "user-exported": NOTHING,
  // With the pseudonym, which earlier changes of the user have from then on.
  "user-erased": [{ type: "user.erased", data: [] }],
  "token-created": NOTHING,
  "token-first-used": NOTHING,
  "token-revoked": NOTHING,
  "departments-replaced": [{ type: "departments.changed", data: ["departments", "users_resolved_again"] }],
  "document-published": [
    { type: "document.published", data: ["number", "effective_from", "restores"] },
    { type: "document.in_force", data: ["number", "effective_from"], if: "in_force" },
    { type: "notice.due", data: ["number", "effective_from", "notice"], if: "notice" },
  ],
  "version-in-force": [{ type: "document.in_force", data: ["number", "effective_from"] }],
  "version-withdrawn": [{ type: "document.withdrawn", data: ["number"] }],
  "version-changed": [{ type: "document.rescheduled", data: coming }],
  "abolition-planned": [{ type: "document.abolition_planned", data: end }],
  "abolition-cancelled": [{ type: "document.abolition_cancelled", data: ["effective_on"] }],
  "document-abolished": [{ type: "document.abolished", data: end }],
  "document-destroyed": [{ type: "document.destroyed", data: ["number"] }],
  "document-unchanged": NOTHING,
  "document-deleted": [{ type: "document.deleted", data: [] }],
  "document-changed": [{ type: "document.changed", data: [] }],
  "draft-saved": NOTHING,
  "draft-returned": NOTHING,
  "draft-read": NOTHING,
  "draft-deleted": NOTHING,
  "rule-changed": [{ type: "access.changed", data: ["rules_version", "cause", "gained", "lost"] }],
  "readers-reminded": [{ type: "notice.due", data: ["number", "readers"] }],
  "access-explained": NOTHING,
  "front-page-changed": NOTHING,
  "vocabulary-changed": NOTHING,
  "question-answered": NOTHING,
  "answer-judged": NOTHING,
  "audit-exported": NOTHING,
  "webhook-changed": NOTHING,
  "job-cancelled": NOTHING,
  "management-refused": NOTHING,
} as const satisfies Readonly<Record<AuditKind, readonly ToldChange[]>>;

/** The name of a change: `document.published`. */
export type ChangeType = (typeof CHANGES_OF)[AuditKind][number]["type"] & `${string}.${string}`;

/** A change with its kind of audit entry. */
export interface ChangeSource extends ToldChange {
  readonly kind: AuditKind;
  readonly type: ChangeType;
}

/** All changes; those of one entry in their order. */
export const CHANGE_SOURCES: readonly ChangeSource[] = Object.entries(CHANGES_OF).flatMap(([kind, changes]) =>
  changes.map((change) => ({ kind: kind as AuditKind, ...(change as ToldChange & { readonly type: ChangeType }) })),
);

export const CHANGE_TYPES: readonly ChangeType[] = [...new Set(CHANGE_SOURCES.map(({ type }) => type))];

/** The details that receivers of a change get. */
export function changeData(kind: string, type: string, details: object): object {
  const { data = [] } = CHANGE_SOURCES.find((source) => source.kind === kind && source.type === type) ?? {};
  return Object.fromEntries(Object.entries(details).filter(([name]) => (data as readonly string[]).includes(name)));
}
