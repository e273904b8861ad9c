import type { Embedder, ModelFailure } from "@retrieval/core/ports";
import { loadRuntime } from "./encoder.js";
import { EncoderHost } from "./encoder-host.js";
import { MODEL } from "./model-files.js";
import { startProcess, startThread } from "./runner.js";

/** In milliseconds. At the lowest priority on a busy machine, one text may take half a minute. */
const PASSAGES = { idleMs: 30_000, hangMs: 120_000 };
const QUERIES = { idleMs: null, hangMs: 30_000 };

/**
 * multilingual-e5-small on this machine. Queries are embedded in a thread of this process, because each search waits for
 * one; passages in a process of the lowest priority, which ends when it has nothing to do.
 */
export class EmbeddedModel implements Embedder {
  readonly model = MODEL;
  readonly host = null;
  readonly #hosts: Readonly<Record<"query" | "passage", EncoderHost>>;

  /**
   * @param onFailure told why the thread or the process ended; the next text starts it again
   * @throws if the runtime is not installed or has no binary for this platform
   */
  constructor({ onFailure }: { readonly onFailure: (reason: string) => void }) {
    loadRuntime();
    this.#hosts = {
      query: new EncoderHost({ ...QUERIES, start: startThread, onFailure }),
      passage: new EncoderHost({ ...PASSAGES, start: startProcess, onFailure }),
    };
  }

  /** Loads the model for queries, which takes part of a second. */
  start(): void {
    this.#hosts.query.start();
  }

  /** Whether the model is loaded for queries. */
  get isReady(): boolean {
    return this.#hosts.query.isReady;
  }

  /** Ends its thread and its process. */
  async stop(): Promise<void> {
    await Promise.all([this.#hosts.query.stop(), this.#hosts.passage.stop()]);
  }

  async embed(
    kind: "query" | "passage",
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Float32Array[] | ModelFailure> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      const vector = await this.#hosts[kind].encode(`${kind}: ${text}`, signal);
      if ("failed" in vector) return vector;
      vectors.push(vector);
    }
    return vectors;
  }
}
