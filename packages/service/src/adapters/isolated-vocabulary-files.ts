import type { VocabularyFile, VocabularyFileReader } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { IsolatedTask, type TaskLimits } from "@retrieval/ingest/isolated";

// src/ and dist/ have the same depth.
const WORKER = new URL("../../dist/adapters/vocabulary-file-worker.js", import.meta.url);

/** Reads the CSV of a vocabulary in its own thread, within limits. */
export class IsolatedVocabularyFiles implements VocabularyFileReader {
  readonly #task: IsolatedTask<Uint8Array, VocabularyFile | Problem>;

  constructor(limits: TaskLimits) {
    this.#task = new IsolatedTask(WORKER, limits, {
      slow: (seconds) => ({ code: "csv.slow_to_read", seconds }),
      large: { code: "csv.large_to_read" },
    });
  }

  read(bytes: Uint8Array): Promise<VocabularyFile | Problem> {
    return this.#task.ask(bytes, this.#task.secondsFor(bytes.byteLength));
  }
}
