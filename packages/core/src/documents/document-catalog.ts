import type { RuleNames } from "../access/rule-edit.js";
import type { AccessRules } from "../access/rules.js";
import type { SenderRefusedError } from "../errors.js";
import type { ChunkStore } from "./chunk-store.js";
import type { DocumentFields } from "./document-fields.js";
import type { DocumentHead } from "./document-head.js";
import type { Enactment } from "./enactment.js";
import type { FoundLife } from "./readable-lives.js";

/** A document with its rule, as administrators see it (SPEC 2.3). */
export interface GovernedDocument extends DocumentHead {
  readonly access_rules: AccessRules;
  /** Counts up with each change of the rule, from 1; the ETag of the rule. */
  readonly rules_version: number;
}

/** All that administrators see of a document beside its text. */
export interface DocumentRecord extends GovernedDocument, DocumentFields {
  /** Of the version in force; null: none is. */
  readonly effective_from: string | null;
  readonly version_number: number | null;
  /** What decides which version is in force, if another day changes it or none is; otherwise null. */
  readonly life: Pick<FoundLife, "versions" | "abolitions" | "day"> | null;
  /** The next day on which another version is in force, or none; null: none is known. */
  readonly next_on: string | null;
  /** null: none waits. */
  readonly draft: HeadOfDraft | null;
}

/** One document, with what can be done to it. */
export interface ManagedDocument extends DocumentRecord {
  /** false: it was in force, so it is abolished instead. */
  readonly deletable: boolean;
}

interface HeadOfDraft extends Omit<DocumentHead, "document_id">, Enactment {
  /** The upload's number in the order of acceptance, which no other draft has. */
  readonly accepted: number;
  /** true: its version becomes the first day on which it is in force. */
  readonly version_is_default: boolean;
  /** Who uploaded it; null: the service itself. */
  readonly by_user: string | null;
  /** Why it was not approved; null: it was not returned. */
  readonly returned: { readonly at: string; readonly by_user: string; readonly comment: string } | null;
}

/** A draft (`publish: false`), with the title and version that it will have. */
export interface WaitingDraftHead extends DocumentHead {
  /** Whether readers see an older version meanwhile. */
  readonly published: boolean;
  /** Who uploaded it; null: the service itself. */
  readonly by_user: string | null;
  /** Whether it was returned with a comment. */
  readonly returned: boolean;
}

type RuledVersion = Omit<DocumentHead, "document_id"> & { readonly access_rules: AccessRules };

/** What is published and what waits under an identifier, and the rules to come, as {@link ChunkStore} decides. */
export interface DocumentStanding {
  readonly document_id: string;
  /** The version in force, or else the last one that was published; null: none was. */
  readonly published: RuledVersion | null;
  /** With the rule that comes into force with it. */
  readonly draft: RuledVersion | null;
  /** In force once an upload without a rule is published; null: the default of new documents. */
  readonly next_rules: AccessRules | null;
}

/**
 * Why a rule came into force: with an upload, as a new document's default, by an edit or by a restoration. `found`: it
 * was in force before the history began.
 */
export type RuleCause = "upload" | "default" | "edit" | "restore" | "found";

/** One rule of a document's history. */
export interface RuleVersion {
  readonly rules_version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** null for the service itself. */
  readonly by_user: string | null;
  readonly cause: RuleCause;
  /** null for the first one. */
  readonly before: AccessRules | null;
  readonly after: AccessRules;
  /** How many active users with role `user` gained and lost the document. */
  readonly gained: number;
  readonly lost: number;
}

/** Counts of a department code or group. */
export interface MembershipCounts {
  /** Active users with role `user` who have it: those to whom rules apply. */
  readonly users: number;
  /** Published documents whose rule names it. */
  readonly documents: number;
}

export interface MembershipReach {
  /** `name` null: not in the department master. */
  readonly departments: readonly (MembershipCounts & { readonly code: string; readonly name: string | null })[];
  readonly groups: readonly (MembershipCounts & { readonly group: string })[];
}

/**
 * The published documents with their rules.
 *
 * Each change with a `by_user` MUST check the sender as the {@link ChunkStore} does, and throw
 * {@link SenderRefusedError} if the sender is not an active administrator, or not one of the document's editors.
 */
export interface DocumentCatalog {
  /** The document with its rule, or null: unknown, deleted or never published. MUST NOT answer from a cache. */
  find(document_id: string): Promise<GovernedDocument | null>;

  /**
   * Documents whose title or document_id contains `query` in any case and width, whose rule names this department code
   * and this group, of this category or one below it, of this owner and, with `review_due`, to be reviewed by today, in code-point
   * order of document_id, at most `limit`. Absent: any.
   */
  list(query: {
    query?: string;
    allowed_department_code?: string;
    allowed_group?: string;
    category?: string;
    owner?: string;
    review_due?: boolean;
    /** Absent: those with a version in force. `known`: also those of which the first version is to come. */
    state?: "known" | "abolished";
    limit: number;
    after?: string;
  }): Promise<readonly DocumentRecord[]>;

  /** The document, also if it has only a draft or no version in force; null: unknown or deleted. */
  record(document_id: string): Promise<ManagedDocument | null>;

  /**
   * Changes the fields that are given. The change MUST be recorded in the same transaction.
   *
   * @returns false if there is no such document
   */
  changeFields(document_id: string, fields: Partial<DocumentFields>, by_user: string | null): Promise<boolean>;

  /**
   * The waiting drafts, also of documents that were never published, in code-point order of document_id, at most
   * `limit`.
   */
  drafts(page: { limit: number; after?: string }): Promise<readonly WaitingDraftHead[]>;

  /**
   * Replaces a document's rule. The rule and the audience compiled from it (`audienceOf`) MUST change in one
   * transaction and never be visible one without the other; the next request on any instance MUST see both, in search
   * too, however long the rule and however large the document. If several changes are made from the same version,
   * exactly one MUST win. A rule equal to the one in force is no change and MUST keep its rules_version: the same rule
   * has the same ETag.
   *
   * The change MUST be recorded in the same transaction: the rule as a version of its history with how many active
   * users with role `user` gained and lost the document, and an audit entry.
   *
   * @param expected the rules_version that the change was made from, or null to overwrite any version
   * @param change the user who made it, and whether it is an edit (the default) or restores an older rule
   * @returns the document as it is now; `"lost"` if the rule has another version (nothing was written); null if the
   *   document does not exist
   */
  changeRules(
    document_id: string,
    rules: AccessRules,
    expected: number | null,
    change?: { readonly by_user: string | null; readonly cause: RuleCause },
  ): Promise<GovernedDocument | "lost" | null>;

  /**
   * All rules that the document has had, the newest first, at most `limit`; also of a deleted document. None for an
   * unknown document.
   *
   * @param before only versions older than this one
   */
  rulesHistory(
    document_id: string,
    page: { limit: number; before?: number; version?: number },
  ): Promise<readonly RuleVersion[]>;

  /** What uploads to these identifiers meet, in their order, also of unknown ones. Locks and writes nothing. */
  standings(document_ids: readonly string[]): Promise<readonly DocumentStanding[]>;

  /**
   * Removes the document, its chunks and its waiting draft from every answer. Its rule MUST be kept: it applies again
   * if the document is uploaded without a rule.
   *
   * An accepted upload that is not read yet counts as existing, and is not published any more.
   *
   * Only a document that was published by mistake is removed, within a day; a document that was in force is not.
   *
   * @returns false if there was no version, no draft and no waiting upload
   */
  remove(document_id: string, by_user?: string | null): Promise<boolean | "was-in-force">;

  /**
   * The department codes, groups and users of a rule that neither the master nor a user has, in the order of the rule.
   * Inactive users count.
   */
  unknownNames(rules: RuleNames): Promise<RuleNames>;

  /**
   * Every department code of the master, of a user or of a published document's rule, and every group of a user, even an
   * inactive one, or of such a rule, each once with its counts, in code-point order.
   */
  reach(): Promise<MembershipReach>;
}
