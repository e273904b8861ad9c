import type {
  AccessExplanation,
  AccessRules,
  ChunkChanges,
  Department,
  DepartmentsPreview,
  FileImportReport,
  ImportEffect,
  JobKind,
  JobState,
  Problem,
  ReplacedDepartments,
  RulesAnswer,
  UserSummary,
} from "@retrieval/core";

/** A user import, from its dry run to its end. */
export interface ImportView extends FileImportReport {
  readonly import_id: string;
  /** How many users it could deactivate without agreement when it was checked; an older service does not say. */
  readonly max_deactivated?: number | null;
  /** The documents whose readers change, as the dry run found; an older service does not say. */
  readonly effects?: readonly ImportEffect[];
  readonly state: JobState;
  /** 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
}

/** An upload that is read, or an import of users that is applied. */
export interface JobView {
  readonly job_id: string;
  readonly kind: JobKind;
  /** null for an import. */
  readonly document_id: string | null;
  /** As it was given with the upload. */
  readonly title: string | null;
  /** null for the service itself. */
  readonly by_user: string | null;
  readonly created_at: string;
  readonly state: JobState;
  /** 0 to 1. */
  readonly progress: number;
  readonly warnings: readonly { readonly message: string; readonly problem: Problem }[];
  readonly changes: ChunkChanges | null;
  /** For people: why it failed. */
  readonly error: string | null;
  readonly problems: readonly Problem[];
}

export interface DocumentView {
  readonly document_id: string;
  readonly title: string;
  readonly version: string;
  readonly access_rules: AccessRules;
}

/** A rule together with the tag that a change of it is made from. */
export interface TaggedRules {
  readonly rules: RulesAnswer;
  readonly etag: string;
}

export type {
  AccessExplanation,
  AccessRules,
  ChunkChanges,
  Department,
  DepartmentsPreview,
  ReplacedDepartments,
  RulesAnswer,
  UserSummary,
};
