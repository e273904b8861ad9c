import type { PeopleColumns, PeopleFile, PeopleFileReader } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { IsolatedTask, type TaskLimits } from "@retrieval/ingest/isolated";
import type { PeopleFileQuestion } from "./people-file-worker.js";

// src/ and dist/ have the same depth.
const WORKER = new URL("../../dist/adapters/people-file-worker.js", import.meta.url);

/** Reads the portal's CSV in a thread of its own, within limits. */
export class IsolatedPeopleFiles implements PeopleFileReader {
  readonly #task: IsolatedTask<PeopleFileQuestion, PeopleFile | Problem>;

  constructor(limits: TaskLimits) {
    this.#task = new IsolatedTask(WORKER, limits, {
      slow: (seconds) => ({ code: "csv.slow_to_read", seconds }),
      large: { code: "csv.large_to_read" },
    });
  }

  read(bytes: Uint8Array, columns: PeopleColumns = {}): Promise<PeopleFile | Problem> {
    return this.#task.ask({ bytes, columns }, this.#task.secondsFor(bytes.byteLength));
  }
}
