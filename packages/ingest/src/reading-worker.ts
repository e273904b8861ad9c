import { parentPort, workerData } from "node:worker_threads";
import { type ReadDocument, UnreadableDocumentError } from "@retrieval/core";
import { readerOf } from "./readers.js";

/** What the thread of one document answers. */
export type Reading = { readonly read: ReadDocument } | { readonly unreadable: string };

async function reading(): Promise<Reading> {
  const { media_type, bytes } = workerData as { media_type: string; bytes: Uint8Array };
  try {
    return { read: await readerOf(media_type).read(media_type, bytes) };
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return { unreadable: error.message };
    throw error;
  }
}

parentPort?.postMessage(await reading());
