export * from "./access/audience.js";
export * from "./access/audience-index.js";
export * from "./access/compare-access.js";
export * from "./access/decision.js";
export * from "./access/role.js";
export * from "./access/rules.js";
export * from "./audit/access-at.js";
export * from "./audit/kinds.js";
export * from "./audit/listed.js";
export * from "./audit/moment.js";
export * from "./audit/sign-in-entries.js";
export * from "./audit/summed-refusals.js";
export * from "./chunks/chunk-id.js";
export * from "./chunks/compare.js";
export * from "./chunks/display.js";
export * from "./chunks/document-tree.js";
export * from "./chunks/embed-version.js";
export * from "./chunks/embedding-text.js";
export * from "./chunks/read-chunks.js";
export * from "./chunks/relations.js";
export * from "./chunks/section-label.js";
export * from "./chunks/structure-document.js";
export * from "./chunks/structured-chunk.js";
export * from "./chunks/table-text.js";
export * from "./chunks/text-hash.js";
export * from "./documents/accept-document.js";
export * from "./documents/document-head.js";
export * from "./documents/export-chunks.js";
export * from "./documents/ingest-document.js";
export * from "./documents/ingest-options.js";
export * from "./documents/publication.js";
export {
  type Acceptance,
  type DocumentEvent,
  type HeldDraft,
  type HeldState,
  type PublicationPlan,
  type PublicationRefusal,
  type RevisionName,
  type StatedRule,
  UNKNOWN_DOCUMENT,
} from "./documents/publication-plan.js";
export * from "./documents/write-embed-versions.js";
export * from "./errors.js";
export * from "./governance/change-rules.js";
export * from "./governance/explain-access.js";
export * from "./governance/preview-publication.js";
export * from "./governance/preview-rules.js";
export * from "./json-text.js";
export * from "./limits.js";
export * from "./look-alikes.js";
export * from "./ports/audit-log.js";
export * from "./ports/chunk-store.js";
export * from "./ports/clock.js";
export * from "./ports/clock-differences.js";
export * from "./ports/document-catalog.js";
export * from "./ports/document-reader.js";
export * from "./ports/job-queue.js";
export * from "./ports/management-audit.js";
export * from "./ports/packed-chunks-reader.js";
export * from "./ports/password-hasher.js";
export * from "./ports/people-file-reader.js";
export * from "./ports/search-index.js";
export * from "./ports/session-tokens.js";
export * from "./ports/sign-in-audit.js";
export * from "./ports/sign-in-ledger.js";
export * from "./ports/structured-upload-reader.js";
export * from "./ports/uploaded-file-reader.js";
export * from "./ports/user-directory.js";
export {
  type ParameterKind,
  type ParameterKinds,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  type ProblemOf,
  type ProblemParameters,
} from "./problems.js";
export * from "./reference/list-documents.js";
export * from "./reference/read-outline.js";
export * from "./reference/read-reference.js";
export * from "./search/highlights.js";
export * from "./search/indexed-chunk.js";
export * from "./search/query.js";
export * from "./search/search.js";
export * from "./search/terms.js";
export * from "./search/vocabulary.js";
export type { Window } from "./search/window.js";
export * from "./session/claims.js";
export * from "./session/open-session.js";
export * from "./session/session-key.js";
export * from "./sign-in/checks.js";
export * from "./sign-in/sign-in.js";
export * from "./sign-in/signature.js";
export * from "./text.js";
export * from "./users/apply-changes.js";
export * from "./users/audit-entries.js";
export * from "./users/deactivation-guard.js";
export * from "./users/department-lookup.js";
export * from "./users/departments.js";
export * from "./users/file-import.js";
export * from "./users/file-import-report.js";
export * from "./users/import-effects.js";
export * from "./users/import-users.js";
export { type Planned, type PlanOptions, planChanges } from "./users/plan.js";
export * from "./users/sign-out-user.js";
export * from "./users/synchronise-user.js";
export * from "./users/user.js";
export * from "./users/user-change.js";
