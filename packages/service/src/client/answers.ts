import type { ImportAnswer, WordedRules } from "@retrieval/api";
import type { AccessExplanation, AccessRules } from "@retrieval/core";
import type { ChunkChanges } from "@retrieval/core/chunks";
import type { JobKind, JobState } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import type { DepartmentsPreview, ReplacedDepartments } from "@retrieval/core/use-cases";
import type { Department, UserSummary } from "@retrieval/core/users";

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
  readonly rules: WordedRules;
  readonly etag: string;
}

export type {
  AccessExplanation,
  AccessRules,
  ChunkChanges,
  Department,
  DepartmentsPreview,
  ImportAnswer as ImportView,
  ReplacedDepartments,
  UserSummary,
  WordedRules as RulesAnswer,
};
