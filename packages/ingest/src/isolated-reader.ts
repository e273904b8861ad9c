import { type DocumentReader, type ReadDocument, UnreadableDocumentError } from "@retrieval/core";
import { IsolatedTask, LimitReachedError, type TaskLimits } from "./isolated-task.js";
import { MEDIA_TYPES } from "./media-types.js";
import type { Reading, ReadingQuestion } from "./reading-worker.js";

// src/ and dist/ lie equally deep.
const WORKER = new URL("../dist/reading-worker.js", import.meta.url);

/**
 * Reads every format of this package in a thread of its own: a large document holds nobody up, and a hostile one ends
 * at the limits, with its thread. The time of Markdown parsers is not bounded by the length of the text.
 */
export class IsolatedReader implements DocumentReader {
  readonly media_types = MEDIA_TYPES;
  readonly #task: IsolatedTask<ReadingQuestion, Reading>;

  constructor(limits: TaskLimits) {
    this.#task = new IsolatedTask(WORKER, limits);
  }

  async read(media_type: string, bytes: Uint8Array): Promise<ReadDocument> {
    const reading = await this.#reading({ media_type, bytes });
    if ("read" in reading) return reading.read;
    throw new UnreadableDocumentError(reading.unreadable);
  }

  async #reading(question: ReadingQuestion): Promise<Reading> {
    const seconds = this.#task.secondsFor(question.bytes.byteLength);
    try {
      return await this.#task.ask(question, seconds);
    } catch (error) {
      if (!(error instanceof LimitReachedError)) throw error;
      throw new UnreadableDocumentError(
        error.limit === "seconds"
          ? `The document takes longer than ${seconds} seconds to read; simplify it or split it.`
          : "The document needs too much memory to read; split it.",
      );
    }
  }
}
