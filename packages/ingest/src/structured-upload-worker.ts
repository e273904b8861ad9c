import { parentPort } from "node:worker_threads";
import type { StructuredUpload } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { readTable } from "./read-table.js";
import { readStructuredUpload } from "./uploads/read-structured-upload.js";

export interface UploadQuestion {
  readonly document_id: string;
  readonly bytes: Uint8Array;
}

/** The upload, or the problems for which it is refused. */
export type UploadAnswer = StructuredUpload | Problem;

// An exception here ends the thread, and the reader gets it as an error.
parentPort?.on("message", async ({ document_id, bytes }: UploadQuestion) => {
  const answer: UploadAnswer = await readStructuredUpload(document_id, bytes, readTable);
  // Transferred, not copied: it may be a hundred megabytes.
  const handedOver = "code" in answer ? [] : [answer.payload.buffer as ArrayBuffer];
  parentPort?.postMessage(answer, handedOver);
});
