import { type ReadFile, UnreadableDocumentError, type UploadedFileReader } from "@retrieval/core/ports";
import { IsolatedTask, LimitReachedError, type TaskLimits } from "./isolated-task.js";
import { MEDIA_TYPES } from "./media-types.js";
import type { Reading, ReadingQuestion } from "./reading-worker.js";

// src/ and dist/ have the same depth.
const WORKER = new URL("../dist/reading-worker.js", import.meta.url);

/**
 * Reads every format of this package into structured chunks, in a separate thread: a large document does not block
 * other work, and the limits end a hostile one with its thread. The time of Markdown parsers is not bounded by the
 * length of the text.
 */
export class IsolatedReader implements UploadedFileReader {
  readonly media_types = MEDIA_TYPES;
  readonly #task: IsolatedTask<ReadingQuestion, Reading>;

  constructor(limits: TaskLimits) {
    this.#task = new IsolatedTask(WORKER, limits);
  }

  async read(document: ReadingQuestion["document"], media_type: string, bytes: Uint8Array): Promise<ReadFile> {
    const reading = await this.#reading({ document, media_type, bytes });
    if ("read" in reading) return reading.read;
    throw new UnreadableDocumentError(...reading.unreadable);
  }

  async #reading(question: ReadingQuestion): Promise<Reading> {
    const seconds = this.#task.secondsFor(question.bytes.byteLength);
    try {
      return await this.#task.ask(question, seconds);
    } catch (error) {
      if (!(error instanceof LimitReachedError)) throw error;
      throw new UnreadableDocumentError(
        error.limit === "seconds" ? { code: "file.slow_to_read", seconds } : { code: "file.large_to_read" },
      );
    }
  }
}
