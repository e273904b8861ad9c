import { type MakeVectors, UnreadableDocumentError } from "@retrieval/core/ports";
import { IsolatedTask, type TaskLimits } from "@retrieval/ingest/isolated";
import type { VectorsQuestion } from "./term-vector-worker.js";

// src/ and dist/ have the same depth.
const WORKER = new URL("../../dist/adapters/term-vector-worker.js", import.meta.url);

/** Makes term vectors in a thread of their own, within limits. */
export function isolatedTermVectors(limits: TaskLimits): MakeVectors {
  const task = new IsolatedTask<VectorsQuestion, Uint8Array>(WORKER, limits, {
    slow: (seconds) => ({ code: "file.slow_to_index", seconds }),
    large: { code: "file.large_to_index" },
  });
  return async (title, chunks) => {
    const vectors = await task.ask({ title, chunks });
    if ("code" in vectors) throw new UnreadableDocumentError(vectors);
    return vectors;
  };
}

/**
 * The limits of indexing a document that is published: a transaction waits for it, and may be idle for 30 seconds
 * (`idleInTransactionTimeout`).
 */
export const PUBLISHING_LIMITS = { seconds: 20, elapsed_seconds: 20, heap_megabytes: 512 };

/** The limits of indexing a document for an index that finds no vectors of it; no transaction waits. */
export const REINDEXING_LIMITS = { seconds: 300, heap_megabytes: 1_024 };
