import { parentPort } from "node:worker_threads";
import type { RevisionText } from "@retrieval/core/ports";
import { bulkRequestsOf, type IndexLayout } from "@retrieval/opensearch";

export interface BulkQuestion extends RevisionText {
  readonly claimed_at: number;
  readonly dimensions: IndexLayout["dimensions"];
}

export type BulkAnswer = ReturnType<typeof bulkRequestsOf>;

// An exception ends the thread, and the caller gets it as an error.
parentPort?.on("message", ({ claimed_at, dimensions, ...text }: BulkQuestion) => {
  parentPort?.postMessage(bulkRequestsOf(text, claimed_at, dimensions));
});
