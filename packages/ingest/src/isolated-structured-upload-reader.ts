import type { StructuredUpload, StructuredUploadReader } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { IsolatedTask, type TaskLimits } from "./isolated-task.js";
import type { UploadAnswer, UploadQuestion } from "./structured-upload-worker.js";

// src/ and dist/ have the same depth.
const WORKER = new URL("../dist/structured-upload-worker.js", import.meta.url);

/** Reads uploads of structured chunks in a separate thread, within limits. */
export class IsolatedStructuredUploadReader implements StructuredUploadReader {
  readonly #task: IsolatedTask<UploadQuestion, UploadAnswer>;

  constructor(limits: TaskLimits) {
    this.#task = new IsolatedTask(WORKER, limits, {
      slow: (seconds) => ({ code: "chunks.slow_to_read", seconds }),
      large: { code: "chunks.large_to_read" },
    });
  }

  read(document_id: string, bytes: Uint8Array): Promise<StructuredUpload | Problem> {
    return this.#task.ask({ document_id, bytes }, this.#task.secondsFor(bytes.byteLength), ownBuffer(bytes));
  }
}

/** From this size on, copying takes noticeable time. Node's small buffers share memory that cannot be transferred. */
const COPIED_MAX = 1024 * 1024;

function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isOwn && byteLength > COPIED_MAX ? [buffer] : [];
}
