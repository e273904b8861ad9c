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
/** Starting a thread costs more than reading most documents, so one is kept for the next document for a while. */
const KEPT_MS = 30_000;

/**
 * Reads every format of this package in a thread of its own: a large document holds nobody up, and a hostile one ends
 * at the limits, with its thread. The time of Markdown parsers is not bounded by the length of the text.
 */
export class IsolatedReader implements DocumentReader {
  readonly media_types = MEDIA_TYPES;
  #kept: { readonly worker: Worker; readonly dismissal: NodeJS.Timeout } | null = null;

  constructor(readonly limits: ReadingLimits) {}

  async read(media_type: string, bytes: Uint8Array): Promise<ReadDocument> {
    const worker = this.#takeWorker();
    try {
      const reading = await this.#ask(worker, media_type, bytes);
      this.#keep(worker);
      if ("read" in reading) return reading.read;
      throw new UnreadableDocumentError(reading.unreadable);
    } catch (error) {
      if (this.#kept?.worker !== worker) await worker.terminate();
      throw error;
    }
  }

  #takeWorker(): Worker {
    const kept = this.#kept;
    this.#kept = null;
    if (kept) {
      clearTimeout(kept.dismissal);
      kept.worker.ref();
      return withoutListeners(kept.worker);
    }
    return new Worker(WORKER, {
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heap_megabytes },
      execArgv: [],
    });
  }

  /** Several documents may be read at once; one thread is kept, the others end. */
  #keep(worker: Worker): void {
    if (this.#kept) {
      void worker.terminate();
      return;
    }
    const forget = () => {
      this.#kept = null;
      void worker.terminate();
    };
    withoutListeners(worker).once("error", forget).once("exit", forget).unref();
    this.#kept = { worker, dismissal: setTimeout(forget, KEPT_MS).unref() };
  }

  #ask(worker: Worker, media_type: string, bytes: Uint8Array): Promise<Reading> {
    const { seconds } = this.limits;
    return new Promise<Reading>((resolve, reject) => {
      const refuse = (why: string) => reject(new UnreadableDocumentError(why));
      const timer = setTimeout(
        () => refuse(`The document takes longer than ${seconds} seconds to read; simplify it or split it.`),
        seconds * 1000,
      );
      const settled = (settle: () => void) => {
        clearTimeout(timer);
        settle();
      };
      worker.once("message", (reading: Reading) => settled(() => resolve(reading)));
      worker.once("error", (error: NodeJS.ErrnoException) =>
        settled(() => {
          if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
            refuse("The document needs too much memory to read; split it.");
          else reject(error);
        }),
      );
      worker.once("exit", (code) =>
        settled(() => reject(new Error(`The thread that read the document ended with code ${code}`))),
      );
      worker.postMessage({ media_type, bytes });
    });
  }
}

/** Event by event: Node keeps listeners of its own on a worker, without which no message would come any more. */
function withoutListeners(worker: Worker): Worker {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
  return worker;
}
