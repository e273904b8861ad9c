import type { StructuredChunk } from "@retrieval/core/chunks";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import { IsolatedTask, type TaskLimits } from "@retrieval/ingest/isolated";
import type { SearchText, SearchTexts } from "@retrieval/postgres";

// src/ and dist/ have the same depth.
const WORKER = new URL("../../dist/adapters/search-text-worker.js", import.meta.url);

/** Makes the terms of chunks in its own thread, within limits. */
export class IsolatedSearchTexts implements SearchTexts {
  readonly #task: IsolatedTask<readonly StructuredChunk[], readonly SearchText[]>;

  constructor(limits: TaskLimits) {
    this.#task = new IsolatedTask(WORKER, limits, {
      slow: (seconds) => ({ code: "file.slow_to_index", seconds }),
      large: { code: "file.large_to_index" },
    });
  }

  async makeFor(chunks: readonly StructuredChunk[]): Promise<readonly SearchText[]> {
    const texts = await this.#task.ask(chunks);
    if ("code" in texts) throw new UnreadableDocumentError(texts);
    return texts;
  }
}

/**
 * The limits of indexing a part of a document. A transaction waits for it, and may be idle for 30 seconds
 * (`idleInTransactionTimeout`).
 */
export const INDEXING_LIMITS = { seconds: 20, heap_megabytes: 512 };
