import type { PeopleColumns, PeopleFile, PeopleFileReader } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { IsolatedTask, LimitReachedError, type TaskLimits } from "@retrieval/ingest/isolated";
import type { UserFileQuestion } from "./user-file-worker.js";

// src/ and dist/ have the same depth.
const WORKER = new URL("../../dist/adapters/user-file-worker.js", import.meta.url);

/** Reads the portal's CSV in its own thread, within limits. */
export class IsolatedUserFiles implements PeopleFileReader {
  readonly #task: IsolatedTask<UserFileQuestion, PeopleFile | Problem>;

  constructor(limits: TaskLimits) {
    this.#task = new IsolatedTask(WORKER, limits);
  }

  async read(bytes: Uint8Array, columns: PeopleColumns = {}): Promise<PeopleFile | Problem> {
    const seconds = this.#task.secondsFor(bytes.byteLength);
    try {
      return await this.#task.ask({ bytes, columns }, seconds);
    } catch (error) {
      if (!(error instanceof LimitReachedError)) throw error;
      return error.limit === "seconds" ? { code: "csv.slow_to_read", seconds } : { code: "csv.large_to_read" };
    }
  }
}
