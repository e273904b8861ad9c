import { parentPort } from "node:worker_threads";
import type { StructuredChunk } from "@retrieval/core/chunks";
import { makeTermVectors } from "@retrieval/core/search";

export interface VectorsQuestion {
  readonly title: string;
  readonly chunks: readonly StructuredChunk[];
}

// An exception ends the thread, and the caller gets it as an error.
parentPort?.on("message", ({ title, chunks }: VectorsQuestion) => {
  parentPort?.postMessage(makeTermVectors(title, chunks));
});
