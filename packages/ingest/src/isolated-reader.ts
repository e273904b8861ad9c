import { Worker } from "node:worker_threads";
import { type DocumentReader, type ReadDocument, UnreadableDocumentError } from "@retrieval/core";
import { MEDIA_TYPES } from "./readers.js";
import type { Reading } from "./reading-worker.js";

export interface ReadingLimits {
  /** How long one document may take. */
  readonly seconds: number;
  /** How much memory JavaScript objects may take while one document is read. */
  readonly heap_megabytes: number;
}

// src/ and dist/ lie equally deep; a worker can only run what was built.
const WORKER = new URL("../dist/reading-worker.js", import.meta.url);

/**
 * Reads every format of this package, each document in a thread of its own: a large document holds nobody up, and a
 * hostile one ends at the limits. The time of Markdown parsers is not bounded by the length of the text.
 */
export class IsolatedReader implements DocumentReader {
  readonly media_types = MEDIA_TYPES;

  constructor(readonly limits: ReadingLimits) {}

  read(media_type: string, bytes: Uint8Array): Promise<ReadDocument> {
    const { seconds, heap_megabytes } = this.limits;
    return new Promise((resolve, reject) => {
      const worker = new Worker(WORKER, {
        workerData: { media_type, bytes },
        resourceLimits: { maxOldGenerationSizeMb: heap_megabytes },
        execArgv: [],
      });
      const refuse = (why: string) => reject(new UnreadableDocumentError(why));
      const timer = setTimeout(() => {
        refuse(`The document takes longer than ${seconds} seconds to read; simplify it or split it.`);
        void worker.terminate();
      }, seconds * 1000);
      worker.on("message", (reading: Reading) =>
        "read" in reading ? resolve(reading.read) : refuse(reading.unreadable),
      );
      worker.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") refuse("The document needs too much memory to read; split it.");
        else reject(error);
      });
      worker.on("exit", (code) => {
        clearTimeout(timer);
        // Settled already, unless the thread ended without an answer.
        reject(new Error(`The thread that read the document ended with code ${code}`));
      });
    });
  }
}
