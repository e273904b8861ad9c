import type { AuditLog, IndexSource, OriginalFiles, VersionArchive } from "@retrieval/core/ports";
import type { OpenDocuments } from "./open-documents.js";

/** Everything that holds or reads versions, on one store. */
export interface OpenVersions extends OpenDocuments {
  /** What search is made of. */
  readonly source: IndexSource;
  readonly audit: AuditLog;
  readonly versions: VersionArchive;
  readonly originals: OriginalFiles;
  /** How many files the store has, and their size. */
  storedOriginals(): Promise<{ readonly files: number; readonly bytes: number }>;
}
