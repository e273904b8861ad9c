import type { ReadStructuredUpload } from "@retrieval/core/ports";
import { IsolatedTask, type TaskLimits } from "./isolated-task.js";
import type { UploadAnswer, UploadQuestion } from "./structured-upload-worker.js";

// src/ and dist/ have the same depth.
const WORKER = new URL("../dist/structured-upload-worker.js", import.meta.url);

/** Reads uploads of structured chunks in a separate thread, within limits. */
export function isolatedStructuredUploads(limits: TaskLimits): ReadStructuredUpload {
  const task = new IsolatedTask<UploadQuestion, UploadAnswer>(WORKER, limits, {
    slow: (seconds) => ({ code: "chunks.slow_to_read", seconds }),
    large: { code: "chunks.large_to_read" },
  });
  return (document_id, bytes) => task.ask({ document_id, bytes }, task.secondsFor(bytes.byteLength), ownBuffer(bytes));
}

/** From this size on, copying takes noticeable time. Node's small buffers share memory that cannot be transferred. */
const COPIED_MAX = 1024 * 1024;

function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isOwn && byteLength > COPIED_MAX ? [buffer] : [];
}
