import { IN_THREAD_VECTORS } from "@retrieval/contract/in-thread-vectors";
import type { FindDeps } from "@retrieval/core/use-cases";
import { type Database, PostgresHitReader, PostgresIndexSource } from "@retrieval/postgres";
import { composeIndex, deadlineAfter } from "@retrieval/service";
import { pino } from "pino";

const SEARCH_WITHIN = 10_000;

/** The service's index of sections over one database. */
export interface OpenIndex {
  /** How long it took to build it, in seconds. */
  readonly build_seconds: number;
  /** What one search needs; its time begins now. */
  startSearch(): FindDeps;
  stop(): Promise<void>;
}

/** Opens the index as the service does, in a thread, and builds it. Missing term vectors are made on the way. */
export async function openIndex(database: Database): Promise<OpenIndex> {
  const source = new PostgresIndexSource(database.db, IN_THREAD_VECTORS);
  const index = composeIndex(source, database, pino({ level: "warn" }));
  const hits = new PostgresHitReader(database.db);
  index.start();
  await index.built;
  return {
    build_seconds: index.state().build_seconds,
    startSearch: () => ({
      index,
      hits,
      deadline: deadlineAfter(SEARCH_WITHIN),
      meaning: null,
      reranker: null,
      onAccessMismatch,
    }),
    stop: () => index.stop(),
  };
}

function onAccessMismatch(document_id: string): never {
  throw new Error(`the index named ${document_id}, which the access rule forbids`);
}
