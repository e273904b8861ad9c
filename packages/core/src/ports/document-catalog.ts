import type { ReaderFilter } from "../access/audience.js";
import type { AccessRules } from "../access/rules.js";
import type { DocumentHead } from "../documents/document-head.js";
import type { SenderNotAdminError } from "../errors.js";
import type { ChunkStore } from "./chunk-store.js";

/** A document with its rule, as administrators see it (SPEC 2.3). */
export interface GovernedDocument extends DocumentHead {
  readonly access_rules: AccessRules;
  /** Counts up with each change of the rule, from 1; the ETag of the rule. */
  readonly rules_version: number;
}

/** A version that waits to be published (`publish: false`), named as it is going to be. */
export interface WaitingDraftHead extends DocumentHead {
  /** Whether readers see an older version meanwhile. */
  readonly published: boolean;
}

/** What put a rule in force: it came with an upload, was a new document's default, was edited or restored. `found`: it stood already when the record began. */
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
  /** How many active users with role `user` could read the document from then on, and how many no longer. */
  readonly gained: number;
  readonly lost: number;
}

/**
 * The published documents and who may see them.
 *
 * Each change with a `by_user` MUST check the sender as the {@link ChunkStore} does, and throws
 * {@link SenderNotAdminError} where it is not an active administrator.
 */
export interface DocumentCatalog {
  /** The document with its rule, or null: unknown, deleted or never published. MUST NOT answer from a cache. */
  find(document_id: string): Promise<GovernedDocument | null>;

  /**
   * As `list`, among what this reader may see. The filter MUST be part of the query, so that every page is full.
   */
  listFor(
    reader: ReaderFilter,
    query: { query?: string; limit: number; after?: string },
  ): Promise<readonly GovernedDocument[]>;

  /** Documents whose title or document_id contains `query`, whatever its case and width, in code-point order of document_id, at most `limit`. */
  list(query: { query?: string; limit: number; after?: string }): Promise<readonly GovernedDocument[]>;

  /** The drafts that wait, also of documents that were never published, in code-point order of document_id, at most `limit`. */
  drafts(page: { limit: number; after?: string }): Promise<readonly WaitingDraftHead[]>;

  /**
   * Replaces a document's rule. The rule and the audience compiled from it (`audienceOf`) MUST change in one
   * transaction and never be seen one without the other; the next request on any instance MUST see both, in search too,
   * however long the rule and however large the document. Of many changes made from the same version exactly one MUST
   * win. The rule that stands already is no change and MUST keep its rules_version: the same rule has the same ETag.
   *
   * The change MUST be recorded in the same transaction: the rule as a version of its history with how many active users
   * with role `user` gained and lost the document, and an audit entry.
   *
   * @param expected the rules_version that the change was made from, or null to overwrite whatever stands
   * @param change who made it, and whether it is an edit (the default) or restores an older rule
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
   * Every rule that the document ever had, the newest first, at most `limit`; also of a document that is deleted, and
   * none of one that never was.
   *
   * @param before answer only versions older than this one
   */
  rulesHistory(
    document_id: string,
    page: { limit: number; before?: number; version?: number },
  ): Promise<readonly RuleVersion[]>;

  /**
   * The rule that will be in force once a version is published, by the rules of {@link ChunkStore}: of an upload that
   * brings no rule, or of the draft that waits. Nothing is locked or written.
   *
   * @returns `next` null: the default of new documents; `now` null: no version is published. null where a draft is asked
   *   for and none waits
   */
  nextRules(
    document_id: string,
    of: "upload" | "draft",
  ): Promise<{ readonly now: AccessRules | null; readonly next: AccessRules | null } | null>;

  /**
   * Takes the document with all its chunks, a waiting draft too, out of every answer. Its rule MUST be kept for the day
   * when it is uploaded again without one.
   *
   * An upload of it that was accepted and waits to be read counts as there, and is not published any more.
   *
   * @returns false if there was neither a published version nor a draft nor an upload waiting
   */
  remove(document_id: string, by_user?: string | null): Promise<boolean>;

  /**
   * Of the department codes, groups and users that a rule names: those that are in no master and on no record, in the
   * order of the rule. An inactive user's record counts.
   */
  unknownNames(rules: AccessRules): Promise<{
    readonly allowed_department_codes: readonly string[];
    readonly allowed_groups: readonly string[];
    readonly allowed_users: readonly string[];
  }>;

  /** Every group that a user's record or a published document's rule names, once, in code-point order. */
  groups(): Promise<readonly string[]>;
}
