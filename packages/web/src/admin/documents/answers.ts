import type { WordedRules } from "@retrieval/api";
import type { AccessRules } from "@retrieval/core";
import type { ChunkChanges, StructuredChunk } from "@retrieval/core/chunks";
import type { DocumentHead } from "@retrieval/core/documents";
import type { Job, RuleCause, WaitingDraftHead } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import type { UserSummary } from "@retrieval/core/users";

export type { WordedRules as RulesAnswer, WordedRulesPreview as RulesPreview } from "@retrieval/api";
export type { AccessExplanation, AccessReason, AccessRules, RuleList } from "@retrieval/core";
export type { ChunkChanges, StructuredChunk } from "@retrieval/core/chunks";
export type { Department, UserSummary } from "@retrieval/core/users";

export interface ManagedDocument extends DocumentHead {
  readonly access_rules: AccessRules;
}

export interface ManagedDocumentsAnswer {
  readonly documents: readonly ManagedDocument[];
  readonly next_cursor: string | null;
}

export interface DraftsAnswer {
  readonly drafts: readonly WaitingDraftHead[];
  readonly next_cursor: string | null;
}

/** A rule as it was read: the tag says which version of it. */
export interface RulesRead extends WordedRules {
  readonly etag: string;
}

export interface RuleVersionAnswer {
  readonly rules_version: number;
  /** ISO 8601. */
  readonly at: string;
  readonly by_user: string | null;
  readonly cause: RuleCause;
  readonly before: AccessRules | null;
  readonly after: AccessRules;
  readonly gained: number;
  readonly lost: number;
}

export interface HistoryAnswer {
  readonly versions: readonly RuleVersionAnswer[];
  readonly next_cursor: string | null;
}

export interface ChunksAnswer {
  readonly chunks: readonly StructuredChunk[];
  readonly next_cursor: string | null;
}

export interface UsersAnswer {
  readonly users: readonly UserSummary[];
  readonly next_cursor: string | null;
}

/** What a new version changed, and what is odd about it. */
export interface Published {
  readonly changes: ChunkChanges;
  readonly warnings: readonly { readonly problem: Problem }[];
}

export interface JobAnswer extends Pick<Job, "job_id" | "document_id" | "state" | "progress" | "problems"> {
  readonly warnings: Published["warnings"];
  readonly changes: ChunkChanges | null;
}
