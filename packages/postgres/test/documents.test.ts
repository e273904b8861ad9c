import { describe } from "@jest/globals";
import { DATABASE_KINDS, IN_THREAD_VECTORS, ONE_CONNECTION, useMigratedDatabase } from "@retrieval/contract";
import { sql } from "kysely";
import {
  originalsSize,
  PostgresAuditLog,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresDocumentLives,
  PostgresIndexSource,
  PostgresJobQueue,
  PostgresOriginalFiles,
  PostgresUserDirectory,
  PostgresVersionArchive,
} from "../src/index.js";
import { chunkStoreContract } from "./suites/chunk-store.js";
import { documentCatalogContract } from "./suites/document-catalog.js";
import type { OpenDocuments } from "./suites/open-documents.js";
import type { OpenVersions } from "./suites/open-versions.js";
import { versionArchiveContract } from "./suites/version-archive.js";

describe.each(DATABASE_KINDS)("on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  let elsewhere: OpenDocuments["elsewhere"];

  const open = async (): Promise<OpenVersions> => {
    const { db, statements, another, empty } = database();
    await empty();
    if (kind === "server" && !elsewhere) {
      const other = await another();
      elsewhere = {
        chunks: new PostgresChunkStore(other.db, IN_THREAD_VECTORS),
        catalog: new PostgresDocumentCatalog(other.db),
      };
    }
    return {
      chunks: new PostgresChunkStore(db, IN_THREAD_VECTORS),
      catalog: new PostgresDocumentCatalog(db),
      lives: new PostgresDocumentLives(db),
      users: new PostgresUserDirectory(db),
      jobs: new PostgresJobQueue(db),
      versions: new PostgresVersionArchive(db, IN_THREAD_VECTORS),
      source: new PostgresIndexSource(db, IN_THREAD_VECTORS),
      originals: new PostgresOriginalFiles(db),
      audit: new PostgresAuditLog(db),
      storedOriginals: () => originalsSize(db),
      ...(elsewhere ? { elsewhere } : {}),
      async accept() {
        const { rows } = await sql<{ number: string }>`SELECT nextval('acceptance') AS number`.execute(db);
        return Number(rows[0]?.number);
      },
      async countStatements(work) {
        statements.length = 0;
        await work();
        return statements.length;
      },
      close: async () => undefined,
    };
  };
  const leftOut = kind === "embedded" ? { severalInstances: ONE_CONNECTION } : {};

  documentCatalogContract("PostgresDocumentCatalog", open, leftOut);
  chunkStoreContract("PostgresChunkStore", open, leftOut);
  versionArchiveContract("PostgresVersionArchive", open);
});
