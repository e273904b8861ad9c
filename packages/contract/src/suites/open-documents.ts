import type { ChunkStore, DocumentCatalog, JobQueue, UserDirectory } from "@retrieval/core";

/** The two ports on one store, without documents and users. */
export interface OpenDocuments {
  readonly chunks: ChunkStore;
  readonly catalog: DocumentCatalog;
  /** Of the same store: rules name its users, groups and departments. */
  readonly users: UserDirectory;
  /** Of the same store: an upload that waits counts as a document. */
  readonly jobs: JobQueue;
  /** Both ports as another instance has them. */
  readonly elsewhere?: Pick<OpenDocuments, "chunks" | "catalog">;
  /** The acceptance number of an upload that is accepted now. */
  accept(): Promise<number>;
  /** How many statements the store was sent while `work` ran. */
  countStatements(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

export interface LeftOutOfDocuments {
  /** Why nothing can be tried with several instances. */
  readonly severalInstances?: string;
}
