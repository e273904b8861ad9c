import { type ReadFile, UnreadableDocumentError, type UploadedFileReader } from "@retrieval/core/ports";
import { IsolatedTask, type TaskLimits } from "./isolated-task.js";
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
    this.#task = new IsolatedTask(WORKER, limits, {
      slow: (seconds) => ({ code: "file.slow_to_read", seconds }),
      large: { code: "file.large_to_read" },
    });
  }

  async read(document: ReadingQuestion["document"], media_type: string, bytes: Uint8Array): Promise<ReadFile> {
    const seconds = this.#task.secondsFor(bytes.byteLength);
    const answer = await this.#task.ask({ document, media_type, bytes }, seconds);
    if ("code" in answer) throw new UnreadableDocumentError(answer);
    if ("unreadable" in answer) throw new UnreadableDocumentError(...answer.unreadable);
    return answer.read;
  }
}
