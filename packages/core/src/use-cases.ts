export { readAccessRules } from "./access/rules.js";
export { endOf } from "./access-tokens/access-token.js";
export {
  connectApplication,
  createAccessToken,
  endConnection,
  listAccessTokens,
  revokeAccessToken,
  revokeAllAccessTokens,
} from "./access-tokens/manage-tokens.js";
export {
  findAccessToken,
  type KnownToken,
  openAccessToken,
  type SentToken,
} from "./access-tokens/open-access-token.js";
export { namedAudience, tokenHash, tokenText } from "./access-tokens/token-text.js";
export type { QuestionAnswer } from "./answers/answer.js";
export type { AnswerEnd } from "./answers/answer-end.js";
export { answerQuestion, type BegunAnswer, searchAndAnswer } from "./answers/answer-question.js";
export type { Choosing } from "./answers/choose-units.js";
export { type Rewriting, rewriteQuestion } from "./answers/rewrite-question.js";
export { couldRead, whoCouldRead } from "./audit/access-at.js";
export { listedIn } from "./audit/listed.js";
export { mentionedIn } from "./audit/mentioned.js";
export { readMoment } from "./audit/moment.js";
export { withoutMemberships } from "./audit/without-memberships.js";
export { readAccessQuestion, undecided } from "./authzen/access-question.js";
export { evaluateAccess, evaluateEach } from "./authzen/evaluate-access.js";
export { findReadable, findReaders } from "./authzen/search-access.js";
export { readChangedReaders, readChanges } from "./changes/read-changes.js";
export { compareVersions } from "./comparison/compare-versions.js";
export { LatestComparisons } from "./comparison/latest-comparisons.js";
export { acceptDocument, acceptStructuredChunks } from "./documents/accept-document.js";
export { type IngestReport, ingestDocument, publicationWarnings } from "./documents/ingest-document.js";
export { changeManyRules, previewRuleEdit, type RuleEditPreview } from "./governance/change-many-rules.js";
export { changeRules, type RulesState, readRules, restoreRules } from "./governance/change-rules.js";
export { explainAccess } from "./governance/explain-access.js";
export { planUploads } from "./governance/plan-uploads.js";
export { readCertificate } from "./notices/certificate.js";
export { findAskedVersion, remindReaders } from "./notices/confirmations.js";
export { listNotices, noteAct } from "./notices/own-notices.js";
export { proveCitations } from "./reference/prove-citations.js";
export { type DocumentPart, readDocument } from "./reference/read-document.js";
export { comingOf, listHistory, readFacts } from "./reference/read-life.js";
export { readOriginal } from "./reference/read-original.js";
export { readOutline } from "./reference/read-outline.js";
export { type FoundReference, readIdentifiers, readReference } from "./reference/read-reference.js";
export { findSections, type SectionSearch } from "./search/results/find-sections.js";
export { listReadableDocuments, suggest } from "./search/results/listings.js";
export type { Deadline, FindDeps } from "./search/results/visible-hits.js";
export { openSession, type Session, type VerifiedToken, verifyToken } from "./session/open-session.js";
export { readSignInRequest, type SignInPolicy, type SignInRequest } from "./sign-in/checks.js";
export { type SignInAnswer, signIn } from "./sign-in/sign-in.js";
export { forgetUsage } from "./usage/forget-usage.js";
export { reportUsage } from "./usage/report-usage.js";
export { changeUser, previewUserChange } from "./users/change-user.js";
export {
  type DepartmentsPreview,
  previewDepartments,
  readDepartments,
  replaceDepartments,
} from "./users/departments.js";
export { eraseLeavers, eraseUser } from "./users/erase-user.js";
export { exportUser } from "./users/export-user.js";
export { applyFileImport, type FileImport, planFileImport } from "./users/file-import.js";
export { type BulkImport, importUsers, readBulkImport } from "./users/import-users.js";
export { readUser } from "./users/read-user.js";
export { signOutUser } from "./users/sign-out-user.js";
export { readSynchronisationRecord, synchroniseUser } from "./users/synchronise-user.js";
export {
  addStarters,
  deleteEntry,
  filterEntries,
  previewVocabulary,
  putEntry,
  readEntry,
  replaceVocabulary,
} from "./vocabulary/edit-vocabulary.js";
export type { GivenVocabulary } from "./vocabulary/given-vocabulary.js";
export { ABSENT, versionOf } from "./vocabulary/plan-vocabulary.js";
export { type DeliverDeps, deliverNext, takeDue } from "./webhooks/deliver-change.js";
export {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  rotateWebhookSecret,
  testWebhook,
} from "./webhooks/manage-webhooks.js";
