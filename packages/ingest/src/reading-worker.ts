import { parentPort } from "node:worker_threads";
import { type ReadFile, type RecognisedPage, UnreadableDocumentError } from "@retrieval/core/ports";
import { readUploadedFile } from "./uploads/read-uploaded-file.js";

export interface ReadingQuestion {
  readonly document: { readonly document_id: string; readonly title: string | null };
  readonly media_type: string;
  readonly bytes: Uint8Array;
  /** Pages of a PDF that are pictures. */
  readonly recognised?: readonly RecognisedPage[];
}

/** The thread's answer for one document. */
export type Reading = { readonly read: ReadFile } | { readonly unreadable: UnreadableDocumentError["problems"] };

async function readOrRefuse({ document, media_type, bytes, recognised }: ReadingQuestion): Promise<Reading> {
  try {
    return { read: await readUploadedFile(document, media_type, bytes, recognised) };
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return { unreadable: error.problems };
    throw error;
  }
}

// An exception here ends the thread, and the reader gets it as an error.
parentPort?.on("message", async (question: ReadingQuestion) => {
  const answer = await readOrRefuse(question);
  // Transferred, not copied: it may be many megabytes.
  parentPort?.postMessage(answer, "read" in answer ? [answer.read.payload.buffer as ArrayBuffer] : []);
});
