import type { UserColumns, UserFile, UserFileReader } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { IsolatedTask, type TaskLimits } from "@retrieval/ingest/isolated";
import type { UserFileQuestion } from "./user-file-worker.js";

// src/ and dist/ have the same depth.
const WORKER = new URL("../../dist/adapters/user-file-worker.js", import.meta.url);

/** Reads the portal's CSV in its own thread, within limits. */
export class IsolatedUserFiles implements UserFileReader {
  readonly #task: IsolatedTask<UserFileQuestion, UserFile | Problem>;

  constructor(limits: TaskLimits) {
    this.#task = new IsolatedTask(WORKER, limits, {
      slow: (seconds) => ({ code: "csv.slow_to_read", seconds }),
      large: { code: "csv.large_to_read" },
    });
  }

  read(bytes: Uint8Array, columns: UserColumns = {}): Promise<UserFile | Problem> {
    return this.#task.ask({ bytes, columns }, this.#task.secondsFor(bytes.byteLength));
  }
}
