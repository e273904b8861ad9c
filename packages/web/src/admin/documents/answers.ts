import type { JsonOf } from "@retrieval/api/client";

export type {
  AccessExplanation,
  AccessReason,
  AccessRules,
  ChunkChanges,
  Department,
  RuleList,
  StructuredChunk,
  UserSummary,
} from "@retrieval/core";

export type ManagedDocument = JsonOf<"listDocuments">["documents"][number];
export type RulesPreview = JsonOf<"previewAccessRules">;
export type RuleVersion = JsonOf<"listAccessRuleVersions">["versions"][number];
export type PublicationPreview = JsonOf<"previewPublication">;
/** What a new version changed, and what is odd about it. */
export type Published = JsonOf<"publishDraft">;
export type JobAnswer = JsonOf<"readJob">;

/** A rule as it was read: the tag says which version of it. */
export type RulesRead = JsonOf<"readAccessRules"> & { readonly etag: string };
