import { parentPort } from "node:worker_threads";
import { type ReadDocument, UnreadableDocumentError } from "@retrieval/core";
import { readerOf } from "./readers.js";

export interface ReadingQuestion {
  readonly media_type: string;
  readonly bytes: Uint8Array;
}

/** What the thread answers for one document. */
export type Reading = { readonly read: ReadDocument } | { readonly unreadable: string };

async function reading(media_type: string, bytes: Uint8Array): Promise<Reading> {
  try {
    return { read: await readerOf(media_type).read(media_type, bytes) };
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return { unreadable: error.message };
    throw error;
  }
}

// What is thrown here ends the thread, and the reader hears of it as an error.
parentPort?.on("message", async ({ media_type, bytes }: ReadingQuestion) => {
  parentPort?.postMessage(await reading(media_type, bytes));
});
