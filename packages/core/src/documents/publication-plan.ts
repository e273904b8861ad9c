import { type AccessRules, CLOSED, NOT_IN_FORCE } from "../access/rules.js";
import type { AuditDetails } from "../audit/details.js";
import type { AuditKind } from "../audit/kinds.js";
import type { User } from "../users/user.js";
import type { DocumentVersion } from "./chunk-store.js";
import type { RuleCause } from "./document-catalog.js";
import { type DocumentFields, NO_FIELDS } from "./document-fields.js";
import type { DocumentHead } from "./document-head.js";

export type Head = Pick<DocumentHead, "title" | "version">;

/** A rule with its number in the order of acceptance, which uploads, deletions and changes of rules share. */
export interface StatedRule {
  readonly access_rules: AccessRules;
  readonly rules_accepted: number;
}

export interface HeldDraft extends Head {
  readonly accepted: number;
  /** The rule that comes into force with it; null leaves the one that is in force. */
  readonly rule: StatedRule | null;
}

/** The input of a plan: the document while its row is locked, and the user who sent the event. */
export interface HeldState extends Head {
  readonly is_published: boolean;
  /** The published version has the chunks and the original file that the event brings. */
  readonly has_content: boolean;
  /** The number of the published version, or of the deletion; 0 without either. */
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
  title: "",
  version: "",
  is_published: false,
  has_content: false,
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
>;

/** Everything that can happen to a document. */
export type DocumentEvent = {
  /** null: the service itself, which is not checked. */
  readonly by_user: string | null;
} & (
  | ({ readonly event: "publish" } & UploadedVersion)
  | ({ readonly event: "save-draft" } & UploadedVersion)
  | { readonly event: "publish-draft" }
  /** The content of the older version `number`, accepted now. */
  | ({ readonly event: "restore"; readonly number: number; readonly accepted: number } & Head)
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

/**
 * The reason why nothing is written: an event that was accepted later has already taken effect; the same version has
 * already taken effect, because its job ran twice; there is no such document or draft; the rule has another version
 * than the expected one; or the sender is not an active administrator, or not an editor of the document.
 */
export type PublicationRefusal = "superseded" | "repeated" | "nothing-there" | "lost" | SenderRefusal;
export type SenderRefusal = "sender-not-admin" | "not-editor";

/** `next`: the number that the order of acceptance gives to this event when it is written. */
type Acceptance = number | "next";

/** `incoming`: the version that the event brings. */
type RevisionName = "published" | "draft" | "incoming";

/** Everything that an adapter writes, in one transaction. */
export interface PublicationPlan {
  /** The revision that readers see from now on. */
  readonly shows: RevisionName | null;
  /** The revision that waits as the draft from now on. */
  readonly waits: Exclude<RevisionName, "published"> | null;
  /**
   * The held revisions that are deleted. A published one that is replaced stays, as an older version; with a deleted one
   * go all older versions.
   */
  readonly drops: readonly Exclude<RevisionName, "incoming">[];
  /** Title and version of the revision that becomes visible; null: readers see none any more; absent: no change. */
  readonly head?: Head | null;
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
}

type DocumentKind = AuditKind & ("rule-changed" | `document-${string}` | `draft-${string}`);

export type PlannedEntry = {
  readonly [Kind in DocumentKind]: {
    readonly kind: Kind;
    readonly details: Omit<AuditDetails<Kind>, Kind extends keyof AddedDetails ? AddedDetails[Kind] : never>;
  };
}[DocumentKind];
