export { allChunks } from "./all-chunks.js";
export * from "./builders.js";
export { copyDataDirectory, type DataDirectory } from "./data-directories.js";
export * from "./document-builders.js";
export { DRAWN_LINES, drawnPdf, scannedPdf } from "./drawn-pdf.js";
export { IN_THREAD_VECTORS } from "./in-thread-vectors.js";
export * from "./migrated-database.js";
export {
  type Answer,
  closedPort,
  cut,
  hangUp,
  inTurn,
  json,
  type Received,
  raw,
  silent,
  startModelServer,
  type TestServer,
} from "./model-server.js";
export { type PostgresServer, startPostgresServer } from "./postgres-server.js";
export { changedIn, documentsOf } from "./read-source.js";
export { describeWithRealData, realDataDir } from "./real-data.js";
export { madeOf, STAND_IN_VECTORS } from "./stand-in-vectors.js";
export { type StandbyServer, startStandby } from "./standby-server.js";
export * from "./suites/access-token-store.js";
export * from "./suites/audit-log.js";
export * from "./suites/chunk-store.js";
export * from "./suites/document-catalog.js";
export * from "./suites/embedder.js";
export * from "./suites/embedding-store.js";
export * from "./suites/hit-reader.js";
export * from "./suites/index-source.js";
export * from "./suites/job-queue.js";
export { describeUnless } from "./suites/left-out.js";
export * from "./suites/open-documents.js";
export * from "./suites/open-job-queue.js";
export * from "./suites/open-users.js";
export * from "./suites/open-versions.js";
export * from "./suites/reranker.js";
export * from "./suites/section-engine.js";
export * from "./suites/sign-in-ledger.js";
export * from "./suites/usage-store.js";
export * from "./suites/user-directory.js";
export * from "./suites/version-archive.js";
export * from "./suites/vocabulary-store.js";
export { createMigratedDatabase, createTestDatabase, type TestDatabase, testServerUrl } from "./test-database.js";
export { TestEmbedder } from "./test-embedder.js";
