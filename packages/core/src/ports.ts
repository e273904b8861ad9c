export type { AccessToken, TokenAudience, TokenRole } from "./access-tokens/access-token.js";
export type { AccessTokenStore, TokenOwners, TokenPlan, TokensOfUser } from "./access-tokens/access-token-store.js";
export type { AuthorizationRecord, AuthorizationRecords } from "./access-tokens/authorization-records.js";
export type { UnitChooser } from "./answers/choose-units.js";
export type { QuestionRewriter } from "./answers/rewrite-question.js";
export type { AuditIntake, OwnEntry } from "./audit/audit-intake.js";
export type {
  AuditEntry,
  AuditLog,
  AuditQuery,
  DocumentAt,
  MentionedIds,
  MentionedNames,
  RecordedEntry,
  StoredEntry,
  UserAt,
} from "./audit/audit-log.js";
export type { AuditDetails, DetailName, DetailValues, DetailWord } from "./audit/details.js";
export type { AuditKind, Form } from "./audit/kinds.js";
export { type OwnActKind, OwnActs } from "./audit/own-acts.js";
export { type RefusedCall, SummedEntries } from "./audit/summed-entries.js";
export type { AccessDirectory, IdPage, RuledDocument } from "./authzen/access-directory.js";
export type { ChangeFeed, FeedRange, FeedRow } from "./changes/change-feed.js";
export type { Clock } from "./clock.js";
export { changedArticles } from "./comparison/changed-articles.js";
export type { ComparableDraft, ComparableVersions } from "./comparison/comparable-versions.js";
export type { ReadStructuredUpload, StructuredUpload } from "./documents/accept-document.js";
export type { Calendar } from "./documents/calendar.js";
export type {
  ChunkPage,
  ChunkStore,
  DocumentVersion,
  FoundChunk,
  FoundOutline,
  FoundPart,
  FoundPassage,
  OfDraft,
  PartToRead,
  Publication,
  PublishedPlace,
} from "./documents/chunk-store.js";
export type {
  DocumentCatalog,
  DocumentRecord,
  DocumentStanding,
  GovernedDocument,
  ManagedDocument,
  MembershipReach,
  RuleCause,
  RuleVersion,
  WaitingDraftHead,
} from "./documents/document-catalog.js";
export type { DocumentLives, LifeEvent } from "./documents/document-lives.js";
export { type ReadDocument, UnreadableDocumentError } from "./documents/document-reader.js";
export type { ChunkBatch } from "./documents/ingest-document.js";
export type { FoundOriginal, OriginalFiles } from "./documents/original-files.js";
export type { PageQuestion, RecognisedPage, RecognisedWord, RecognisePage } from "./documents/page-recogniser.js";
export type { DecidedAbolition, FoundLife, LifeVersion, ReadableLives } from "./documents/readable-lives.js";
export type { ReadFile, UploadedFileReader } from "./documents/uploaded-file-reader.js";
export type {
  PublishedVersion,
  VersionArchive,
} from "./documents/version-archive.js";
export type { FrontPage, FrontPageStore } from "./front-page/front-page-store.js";
export {
  type HeldJob,
  hasEnded,
  type Job,
  JobLostError,
  type JobQueue,
  type JobTally,
  type LeasedJob,
  type NewJob,
  TALLY_MAX,
} from "./jobs/job-queue.js";
export { fittingRows, JsonText, ROWS_BYTES_MAX } from "./json-text.js";
export { isModelFailure, type ModelFailure } from "./model-failure.js";
export { isCounted } from "./notices/certificate.js";
export type { FoundNotice, Notice } from "./notices/notice.js";
export type {
  AskedUser,
  ComparedVersions,
  ConfirmationQuery,
  Confirmations,
  NoticeAct,
  NoticeStore,
  NoticesAsked,
  ToldVersion,
} from "./notices/notice-store.js";
export { NEWS_DAYS } from "./notices/shown-notices.js";
export type { KeyedRequest, KnownRequest, RequestLedger } from "./requests/request-ledger.js";
export type { Embedder } from "./search/index/embedder.js";
export type {
  DocumentToEmbed,
  EmbeddedPart,
  EmbeddingModel,
  EmbeddingProgress,
  EmbeddingStore,
} from "./search/index/embedding-store.js";
export type {
  ClaimedRevision,
  IndexedRevision,
  IndexRegister,
  SectionsIndex,
  SentRevision,
} from "./search/index/index-register.js";
export type { TakeBuildTurn } from "./search/index/index-source.js";
export {
  type DirectoryDocument,
  type DirectoryPage,
  type DocumentMeaning,
  type Generation,
  type IndexChanges,
  type IndexedDocument,
  type IndexSource,
  isSameGeneration,
  type RevisionKey,
  type RevisionText,
} from "./search/index/index-source.js";
export type { MakeVectors } from "./search/index/term-vectors.js";
export type {
  Counted,
  Matching,
  MeaningProposal,
  ProposalAsk,
  Proposed,
  ProposedSection,
  ProposingIndex,
  VisibleRevisions,
  WordProposal,
} from "./search/ranking/proposing-index.js";
export type { SearchHits, SectionRange } from "./search/ranking/search-hits.js";
export type { DirectoryView, SectionEngine } from "./search/ranking/section-engine.js";
export {
  type IndexAnswers,
  type IndexedState,
  type IndexSize,
  type IndexState,
  type ListAsk,
  type ListPlace,
  type SectionIndex,
  TITLE_IN_LIST,
} from "./search/ranking/section-index.js";
export type { HitChunk, HitDocument, HitPlaces, HitReader, ReadHits, Reranker } from "./search/results/visible-hits.js";
export type { SessionTokens } from "./session/session-tokens.js";
export type { ClockDifferences } from "./sign-in/clock-differences.js";
export type { SignInLedger } from "./sign-in/sign-in-ledger.js";
export { ANY_SUBJECT } from "./usage/kinds.js";
export type { UsageLog } from "./usage/usage-log.js";
export { type UsageEvent, UsageMarks } from "./usage/usage-marks.js";
export type { LeastUsers, UsageDays, UsageEntry, UsageMark, UsageStore } from "./usage/usage-store.js";
export { usageWords } from "./usage/usage-words.js";
export type { UserData, UserDataReader } from "./users/export-user.js";
export type { HashPassword } from "./users/import-users.js";
export type {
  AskedState,
  CodeChange,
  Deactivations,
  DirectoryPlan,
  DirectoryState,
  RecordedDeactivation,
  RuleChange,
  RuleEffects,
  RuleEffectsNamed,
  UserDates,
  UserDirectory,
  UserQuery,
} from "./users/user-directory.js";
export type { CertifiedMoment, NotErased, UserErasure, UserErasures } from "./users/user-erasures.js";
export {
  COLUMNS_PER_FILE,
  type ReadUserFile,
  USERS_PER_FILE,
  type UserColumns,
  type UserFile,
  type UserLine,
} from "./users/user-file-reader.js";
export type { ReadVocabularyFile, VocabularyFile } from "./vocabulary/vocabulary-file-reader.js";
export type { ChangedVocabulary, VocabularyStore } from "./vocabulary/vocabulary-store.js";
export type { WebhookAnswer, WebhookSender } from "./webhooks/deliver-change.js";
export type {
  Delivery,
  HeldWebhook,
  NewWebhook,
  OutgoingFailure,
  Webhook,
  WebhookChanges,
  WebhookProgress,
  WebhookStore,
} from "./webhooks/webhook.js";
