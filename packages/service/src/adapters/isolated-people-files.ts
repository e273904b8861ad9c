import type { PeopleColumns, PeopleFile, PeopleFileReader } from "@retrieval/core";
import { IsolatedTask, LimitReachedError, type TaskLimits } from "@retrieval/ingest/isolated";
import type { PeopleFileQuestion } from "./people-file-worker.js";

// src/ and dist/ have the same depth.
const WORKER = new URL("../../dist/adapters/people-file-worker.js", import.meta.url);

/** Advice that is right for imports and for synchronisations. */
const MAY_BE_SPLIT =
  "An import may be split into several files; a synchronisation may not, because each part would deactivate everybody in the others.";

/** Reads the portal's CSV in a thread of its own, within limits. */
export class IsolatedPeopleFiles implements PeopleFileReader {
  readonly #task: IsolatedTask<PeopleFileQuestion, PeopleFile | string>;

  constructor(limits: TaskLimits) {
    this.#task = new IsolatedTask(WORKER, limits);
  }

  async read(bytes: Uint8Array, columns: PeopleColumns = {}): Promise<PeopleFile | string> {
    const seconds = this.#task.secondsFor(bytes.byteLength);
    try {
      return await this.#task.ask({ bytes, columns }, seconds);
    } catch (error) {
      if (!(error instanceof LimitReachedError)) throw error;
      return error.limit === "seconds"
        ? `The file takes longer than ${seconds} seconds to read. Take out empty lines. ${MAY_BE_SPLIT}`
        : `The file needs too much memory to read. ${MAY_BE_SPLIT}`;
    }
  }
}
