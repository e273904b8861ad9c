export type { AccessToken, TokenAudience, TokenRole } from "./access-tokens/access-token.js";
export type { AuditKind } from "./audit/kinds.js";
export { type OwnActKind, OwnActs } from "./audit/own-acts.js";
export { signInEntry } from "./audit/sign-in-entries.js";
export { SummedEntries } from "./audit/summed-entries.js";
export { fittingRows, JsonText, ROWS_BYTES_MAX } from "./json-text.js";
export type { AccessTokenStore, TokenOwners, TokenPlan, TokensOfUser } from "./ports/access-token-store.js";
export type { AnswerAudit, AnsweredQuestion, JudgedAnswer } from "./ports/answer-audit.js";
export type {
  AuditEntry,
  AuditLog,
  AuditQuery,
  DocumentAt,
  MentionedIds,
  MentionedNames,
  RecordedEntry,
  UserAt,
} from "./ports/audit-log.js";
export type { BuildTurns } from "./ports/build-turns.js";
export type {
  ChunkStore,
  DocumentVersion,
  FoundChunk,
  FoundOutline,
  FoundPart,
  PartToRead,
  Publication,
} from "./ports/chunk-store.js";
export type { Clock } from "./ports/clock.js";
export type { ClockDifferences } from "./ports/clock-differences.js";
export type {
  DocumentCatalog,
  GovernedDocument,
  MembershipReach,
  RuleCause,
  RuleVersion,
  WaitingDraftHead,
} from "./ports/document-catalog.js";
export { type DocumentReader, type ReadDocument, UnreadableDocumentError } from "./ports/document-reader.js";
export type { Embedder } from "./ports/embedder.js";
export type {
  DocumentToEmbed,
  EmbeddedPart,
  EmbeddingModel,
  EmbeddingProgress,
  EmbeddingStore,
} from "./ports/embedding-store.js";
export type {
  AskedHits,
  AskedText,
  HitChunk,
  HitDocument,
  HitReader,
  ReadHits,
} from "./ports/hit-reader.js";
export {
  type DocumentMeaning,
  type Generation,
  type IndexChanges,
  type IndexedDocument,
  type IndexedPage,
  type IndexReach,
  type IndexSource,
  isSameGeneration,
} from "./ports/index-source.js";
export {
  type HeldJob,
  hasEnded,
  type Job,
  type JobKind,
  JobLostError,
  type JobQueue,
  type JobState,
  type JobTally,
  type LeasedJob,
  type NewJob,
  TALLY_MAX,
} from "./ports/job-queue.js";
export type { ManagementAudit, RefusedManagementCall } from "./ports/management-audit.js";
export { isModelFailure, type ModelFailure } from "./ports/model-failure.js";
export type { FoundOriginal, OriginalFiles } from "./ports/original-files.js";
export type { ChunkBatch, PackedChunksReader } from "./ports/packed-chunks-reader.js";
export type { PageQuestion, PageRecogniser, RecognisedPage, RecognisedWord } from "./ports/page-recogniser.js";
export type { PasswordHasher } from "./ports/password-hasher.js";
export type { Reranker } from "./ports/reranker.js";
export type {
  IndexAnswers,
  IndexSize,
  IndexState,
  ListAsk,
  SectionIndex,
  SuggestAsk,
} from "./ports/section-index.js";
export type { SessionTokens } from "./ports/session-tokens.js";
export type { SignInAudit } from "./ports/sign-in-audit.js";
export type { SignInLedger } from "./ports/sign-in-ledger.js";
export type { StructuredUpload, StructuredUploadReader } from "./ports/structured-upload-reader.js";
export type { TokenAudit } from "./ports/token-audit.js";
export type { UnitChooser } from "./ports/unit-chooser.js";
export type { ReadFile, UploadedFileReader } from "./ports/uploaded-file-reader.js";
export type { UsageLog } from "./ports/usage-log.js";
export type { LeastUsers, UsageDays, UsageEntry, UsageMark, UsageStore } from "./ports/usage-store.js";
export type {
  AskedState,
  ChangeOptions,
  ChangeStep,
  CodeChange,
  Deactivations,
  DirectoryPlan,
  DirectoryState,
  Reached,
  RecordedDeactivation,
  RuleChange,
  RuleEffects,
  RuleEffectsNamed,
  UserDates,
  UserDirectory,
  UserQuery,
} from "./ports/user-directory.js";
export {
  COLUMNS_PER_FILE,
  USERS_PER_FILE,
  type UserColumns,
  type UserFile,
  type UserFileReader,
  type UserLine,
} from "./ports/user-file-reader.js";
export type { VectorMaker } from "./ports/vector-maker.js";
export type {
  ChunkPage,
  PublishedVersion,
  RestoredVersion,
  VersionArchive,
  VersionChanges,
} from "./ports/version-archive.js";
export type { VocabularyFile, VocabularyFileReader } from "./ports/vocabulary-file-reader.js";
export type { KeptVocabulary, VocabularyStore } from "./ports/vocabulary-store.js";
export { ANY_SUBJECT } from "./usage/kinds.js";
export { type UsageEvent, UsageMarks } from "./usage/usage-marks.js";
export { usageWords } from "./usage/usage-words.js";
