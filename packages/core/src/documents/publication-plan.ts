import { type AccessRules, CLOSED, NOT_IN_FORCE } from "../access/rules.js";
import type { AuditDetails } from "../audit/details.js";
import type { AuditKind } from "../audit/kinds.js";
import type { User } from "../users/user.js";
import type { DocumentVersion, OfDraft } from "./chunk-store.js";
import type { RuleCause } from "./document-catalog.js";
import { type DocumentFields, NO_FIELDS } from "./document-fields.js";
import type { DocumentHead } from "./document-head.js";
import type { DraftPublication, Enactment, Restoration } from "./enactment.js";
import type { Abolition, DatedVersion, DocumentLife } from "./life.js";

export type Head = Pick<DocumentHead, "title" | "version">;

/** A rule with its number in the order of acceptance, which uploads, deletions and changes of rules share. */
export interface StatedRule {
  readonly access_rules: AccessRules;
  readonly rules_accepted: number;
}

/** A published version with the acceptance number of its upload. */
export interface HeldVersion extends Head, DatedVersion {
  readonly accepted: number;
  readonly note: string | null;
  /** true: its label is the day from which it is in force, and follows it. */
  readonly version_is_default: boolean;
  /** The day on which it was published, or corrected more than a day after the document's first publication. */
  readonly kept_from: string;
  /** true: its text is gone. */
  readonly destroyed: boolean;
}

export interface HeldDraft extends Head, Enactment {
  readonly accepted: number;
  readonly version_is_default: boolean;
  /** Who uploaded it; null: the service itself. */
  readonly by_user: string | null;
  /** The rule that comes into force with it; null leaves the one that is in force. */
  readonly rule: StatedRule | null;
  /** The fields of the document that change with it; null: none. */
  readonly fields: Partial<DocumentFields> | null;
}

/** The input of a plan: the document while its row is locked, and the user who sent the event. */
export interface HeldState extends DocumentLife<HeldVersion> {
  /** Today. */
  readonly day: string;
  readonly abolitions: readonly StatedAbolition[];
  /** How many versions have been published, also deleted ones. */
  readonly numbered: number;
  readonly first_publication: {
    /** Its day. */
    readonly on: string;
    /** true: it was less than 24 hours ago. */
    readonly is_recent: boolean;
  } | null;
  /** true: a reader confirmed that they know a version. */
  readonly is_confirmed: boolean;
  /** true: a version is published by another administrator than the one who uploaded it (FOUR_EYES). */
  readonly four_eyes: boolean;
  /** The version in force on the event's day has the chunks and the original file that the event brings. */
  readonly has_content: boolean;
  /** So has the waiting draft. */
  readonly draft_has_content: boolean;
  /** The number of the deletion, or of an upload of a text that was published already; 0 without either. */
  readonly accepted: number;
  /** The rule in force, which outlasts a deletion, or the default where no rule has been in force yet. */
  readonly rule: StatedRule & { readonly rules_version: number };
  readonly draft: HeldDraft | null;
  readonly fields: DocumentFields;
  /** Those of `fields.editors` who are active administrators; none: every active administrator edits. */
  readonly active_editors: readonly string[];
  /** null: there is no such user. */
  readonly sender: Pick<User, "role" | "is_active"> | null;
}

/** A document that the service does not know. */
export const UNKNOWN_DOCUMENT: HeldState = {
  day: "1970-01-01",
  versions: [],
  numbered: 0,
  abolitions: [],
  first_publication: null,
  is_confirmed: false,
  four_eyes: false,
  has_content: false,
  draft_has_content: false,
  accepted: 0,
  rule: { access_rules: CLOSED, rules_accepted: 0, rules_version: NOT_IN_FORCE },
  draft: null,
  fields: NO_FIELDS,
  active_editors: [],
  sender: null,
};

export type UploadedVersion = Pick<
  DocumentVersion,
  "title" | "version" | "version_is_default" | "access_rules" | "default_rules" | "accepted" | "fields"
> &
  Partial<Enactment>;

/** Everything that can happen to a document. */
export type DocumentEvent = {
  /** null: the service itself, which is not checked. */
  readonly by_user: string | null;
} & (
  | ({ readonly event: "publish" } & UploadedVersion)
  | ({ readonly event: "save-draft" } & UploadedVersion)
  /** Fields that are given replace those of the draft. */
  | ({ readonly event: "publish-draft" } & DraftPublication & OfDraft)
  /** The content of the older version `number`, accepted now. */
  | ({ readonly event: "restore"; readonly number: number; readonly accepted: number } & Head &
      Pick<DocumentVersion, "version_is_default"> &
      Restoration)
  | ({ readonly event: "abolish" } & Omit<Abolition, "versions"> & AbolitionReason)
  | { readonly event: "cancel-abolition" }
  | { readonly event: "withdraw"; readonly number: number; readonly reason: string }
  /**
   * `number`: only this version; null: all. `legal_order`: the order of an authority that ends the retention at once, or
   * null.
   */
  | {
      readonly event: "destroy";
      readonly number: number | null;
      readonly legal_order: string | null;
      readonly retention_years: number;
    }
  | ({ readonly event: "return-draft"; readonly comment: string } & OfDraft)
  | ({ readonly event: "delete-draft" } & OfDraft)
  | ({ readonly event: "change-version"; readonly number: number } & Partial<ChangeableFields>)
  /** `upload_waiting`: an upload was accepted and is not read yet. */
  | { readonly event: "delete"; readonly upload_waiting: boolean }
  | { readonly event: "change-fields"; readonly fields: Partial<DocumentFields> }
  | {
      readonly event: "change-rule";
      readonly access_rules: AccessRules;
      /** The rules_version that the change was made from (If-Match), or null to overwrite the rule in force. */
      readonly expected: number | null;
      /** `restore`: the rule is an older one of the document. */
      readonly cause: RuleCause;
    }
);

/** Why a document is abolished, and the document that takes its place. */
export interface AbolitionReason {
  readonly reason: string;
  readonly replaced_by: string | null;
}

export interface StatedAbolition extends Abolition, AbolitionReason {
  /** The day on which the document was abolished; `effective_on` may be an earlier one. */
  readonly stated_on: string;
}

/** The fields of a version that may be corrected. */
export interface ChangeableFields {
  readonly effective_from: string;
  readonly note: string | null;
}

/**
 * The reason why nothing is written: an event that was accepted later has already taken effect; the same version has
 * already taken effect, because its job ran twice; there is no such document, version, draft or coming abolition; the
 * rule has another version than the expected one, or another draft waits; a version that was in force is not deleted,
 * and the one in force is not withdrawn nor destroyed; a corrected day would leave none in force; a draft of another day
 * or administrator waits (FOUR_EYES); the document would end before its version in force began; it has been abolished,
 * and the version names no day from which it is in force again; the last day to confirm is over, or nothing is to be
 * confirmed; its retention has not ended; or the sender is not an active administrator, is not an
 * editor of the document, or uploaded the draft that another administrator has to approve.
 */
export type PublicationRefusal =
  | "superseded"
  | "repeated"
  | "nothing-there"
  | "lost"
  | "draft-replaced"
  | "was-in-force"
  | "in-force"
  | "none-in-force"
  | "too-early"
  | "draft-waits"
  | "ended"
  | "confirm-by-past"
  | "confirm-by-alone"
  | "kept"
  | SenderRefusal;
export type SenderRefusal = "sender-not-admin" | "not-editor" | "own-approval";

/** `next`: the number that the order of acceptance gives to this event when it is written. */
type Acceptance = number | "next";

/** `incoming`: the version that the event brings. */
type RevisionName = "draft" | "incoming";

/** A revision that becomes a version with the next number. */
export interface PublishedRevision extends Head, Omit<Enactment, "effective_from"> {
  readonly revision: RevisionName;
  readonly version_is_default: boolean;
  readonly number: number;
  readonly effective_from: string;
}

/** Everything that an adapter writes, in one transaction. */
export interface PublicationPlan {
  readonly publishes: PublishedRevision | null;
  /** The number of the version in force from now on. */
  readonly shows: number | null;
  /** The next day on which another version, or none, is in force. */
  readonly next_on: string | null;
  /** The revision that waits as the draft from now on. */
  readonly waits: RevisionName | null;
  /** What is deleted: the held draft, or all held versions. */
  readonly drops: readonly ("draft" | "versions")[];
  /** Title and version of the revision that becomes visible; null: readers see none any more; absent: no change. */
  readonly head?: Head | null;
  /** Absent: no change. */
  readonly abolitions?: readonly StatedAbolition[];
  readonly withdraws: { readonly number: number; readonly reason: string } | null;
  /** The number of the version that loses its text and its original file; null: none. */
  readonly destroys: number | null;
  /** Why the waiting draft is returned to its uploader; null: it is not. */
  readonly returns: { readonly comment: string } | null;
  /** true: the waiting draft was sent again, so the comment with which it was returned stays. */
  readonly keeps_return: boolean;
  readonly changes_version: (Pick<HeldVersion, "number" | "version" | "kept_from"> & ChangeableFields) | null;
  readonly accepted: Acceptance;
  /** The rule from now on; null: it does not change. */
  readonly rule: {
    readonly access_rules: AccessRules;
    readonly rules_accepted: Acceptance;
    readonly rules_version: number;
  } | null;
  /** The cause of a new version of the rule; null: its version does not change. */
  readonly cause: RuleCause | null;
  /** The rule that is kept with the draft that the event brings. */
  readonly draft_rule: StatedRule | null;
  /** The fields of the document that are kept with it. */
  readonly draft_fields: Partial<DocumentFields> | null;
  /** The fields of the document that change; null: none. */
  readonly fields: Partial<DocumentFields> | null;
  /** true: the version brought a rule, but one that was stated later is in force and stays. */
  readonly rule_outdated: boolean;
  /** true: the event brings what is published, which stays. */
  readonly unchanged: boolean;
  /** The number of the older version whose content is published again; null: other content. */
  readonly restores: number | null;
  /** In their order, without what the adapter adds. */
  readonly entries: readonly PlannedEntry[];
}

/** What the adapter adds to an entry: how the content of a version changes, and the readers of a rule. */
interface AddedDetails {
  readonly "rule-changed": "gained" | "lost";
  readonly "document-published": "changes" | "original_for";
  readonly "draft-saved": "changes" | "original_for";
  readonly "document-destroyed": "text_sha256";
}

type DocumentKind = AuditKind &
  ("rule-changed" | `document-${string}` | `draft-${string}` | `version-${string}` | `abolition-${string}`);

export type PlannedEntry = {
  readonly [Kind in DocumentKind]: {
    readonly kind: Kind;
    readonly details: Omit<AuditDetails<Kind>, Kind extends keyof AddedDetails ? AddedDetails[Kind] : never>;
  };
}[DocumentKind];
