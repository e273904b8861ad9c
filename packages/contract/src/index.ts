export { allChunks } from "./all-chunks.js";
export * from "./builders.js";
export { makeCertificate } from "./certificate.js";
export { copyDataDirectory, type DataDirectory } from "./data-directories.js";
export * from "./document-builders.js";
export { DRAWN_LINES, drawnPdf, scannedPdf } from "./drawn-pdf.js";
export { freePort } from "./free-port.js";
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
export { drawnSectionsContract } from "./suites/drawn-sections.js";
export * from "./suites/embedder.js";
export { describeUnless } from "./suites/left-out.js";
export * from "./suites/reranker.js";
export * from "./suites/section-engine.js";
export { createMigratedDatabase, createTestDatabase, type TestDatabase, testServerUrl } from "./test-database.js";
export { TestEmbedder } from "./test-embedder.js";
