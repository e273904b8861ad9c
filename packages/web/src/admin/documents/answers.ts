import type { JsonOf } from "@retrieval/api/client";

export type { AccessExplanation, AccessReason, AccessRules, RuleList } from "@retrieval/core";
export type { ChunkChanges, StructuredChunk } from "@retrieval/core/chunks";
export type { Department, UserSummary } from "@retrieval/core/users";

export type ManagedDocument = JsonOf<"listDocuments">["items"][number];
export type RuleVersion = JsonOf<"listAccessRuleVersions">["items"][number];
/** What an upload would be. */
export type PlannedUpload = JsonOf<"planUploads">["items"][number];
export type Draft = NonNullable<ManagedDocument["draft"]>;
export type PublicationPreview = NonNullable<PlannedUpload["publication"]>;
/** The changes of a new version, and its warnings. */
export type Published = JsonOf<"publishDraft">;
export type ContentVersion = JsonOf<"listVersions">["items"][number];

export type { RulesRead } from "../../parts/rule-queries.js";
