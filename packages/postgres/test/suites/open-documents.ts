import type { ChunkStore, DocumentCatalog, DocumentLives, JobQueue, UserDirectory } from "@retrieval/core/ports";

/** The two ports on one store, without documents and users. */
export interface OpenDocuments {
  readonly chunks: ChunkStore;
  readonly catalog: DocumentCatalog;
  readonly lives: DocumentLives;
  /** On the same store: rules name its users, groups and departments. */
  readonly users: UserDirectory;
  /** On the same store: an upload that waits counts as a document. */
  readonly jobs: JobQueue;
  /** Both ports of another instance. */
  readonly elsewhere?: Pick<OpenDocuments, "chunks" | "catalog">;
  /** The acceptance number of an upload that is accepted now. */
  accept(): Promise<number>;
  /** How many statements the store got while `work` ran. */
  countStatements(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

export interface LeftOutOfDocuments {
  /** Why several instances cannot be tested. */
  readonly severalInstances?: string;
}
