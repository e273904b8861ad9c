import { parentPort } from "node:worker_threads";
import type { StructuredChunk } from "@retrieval/core/chunks";
import { searchText } from "@retrieval/postgres/search/search-text";

// An exception ends the thread, and the caller gets it as an error.
parentPort?.on("message", (chunks: readonly StructuredChunk[]) => {
  parentPort?.postMessage(chunks.map(searchText));
});
