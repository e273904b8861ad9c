import { parentPort } from "node:worker_threads";
import { type ReadFile, UnreadableDocumentError } from "@retrieval/core/ports";
import { readerOf } from "./readers.js";
import { readUploadedFile } from "./uploads/read-uploaded-file.js";

export interface ReadingQuestion {
  readonly document: { readonly document_id: string; readonly title: string | null };
  readonly media_type: string;
  readonly bytes: Uint8Array;
}

/** What the thread answers for one document. */
export type Reading = { readonly read: ReadFile } | { readonly unreadable: UnreadableDocumentError["problems"] };

async function reading({ document, media_type, bytes }: ReadingQuestion): Promise<Reading> {
  try {
    return { read: await readUploadedFile(document, media_type, bytes, readerOf(media_type)) };
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return { unreadable: error.problems };
    throw error;
  }
}

// What is thrown here ends the thread, and the reader hears of it as an error.
parentPort?.on("message", async (question: ReadingQuestion) => {
  const answer = await reading(question);
  // Handed over, not copied: it may be many megabytes.
  parentPort?.postMessage(answer, "read" in answer ? [answer.read.payload.buffer as ArrayBuffer] : []);
});
