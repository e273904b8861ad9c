import type { OpenSearchNode } from "@retrieval/contract/opensearch/node";
import type { IndexedDocument } from "@retrieval/core/ports";
import { Directory, MemorySections, QuestionReader, RemoteSections } from "@retrieval/core/search";
import { answerOf, bulkRequestsOf, createClient, OpenSearchIndex } from "@retrieval/opensearch";
import { readEnglishWords, readStarterVocabulary } from "@retrieval/service";

const BULK_BYTES = 4_000_000;
export const UNTIL: AbortSignal = new AbortController().signal;

/** The engine of sections in the process and the one over a node of OpenSearch, with the same documents. */
export class BothEngines {
  readonly directory = new Directory();
  readonly memory: MemorySections;
  readonly remote: RemoteSections;
  /** What it took to add the documents: to the engine in the process, to make requests, to send them one by one. */
  readonly seconds = { memory: 0, requests: 0, sent: 0 };
  readonly #client;
  readonly #index: OpenSearchIndex;
  #request = "";

  /** @param dimensions of the vectors that OpenSearch compares; null: it has no k-NN plugin */
  constructor(
    readonly node: OpenSearchNode,
    private readonly dimensions: number | null,
  ) {
    const questions = new QuestionReader(readEnglishWords());
    this.#client = createClient({ urls: [node.url], user: null, password: null, ca: null });
    this.#index = new OpenSearchIndex(this.#client, "sections", { shards: 1, replicas: 0, dimensions });
    this.memory = new MemorySections(questions);
    this.remote = new RemoteSections(questions, this.#index);
    for (const engine of [this.memory, this.remote]) engine.setVocabulary(readStarterVocabulary());
  }

  /** @returns the bytes of the index */
  async fill(documents: Iterable<IndexedDocument> | AsyncIterable<IndexedDocument>): Promise<number> {
    await this.#index.create(UNTIL);
    for await (const document of documents) {
      this.directory.put(document);
      await this.#timed("memory", () => this.memory.put(document));
      const { totals, requests } = await this.#timed("requests", () => bulkRequestsOf(document, 1, this.dimensions));
      this.remote.put({ ...document, totals });
      this.#request += requests.join("");
      if (this.#request.length >= BULK_BYTES) await this.#send();
    }
    if (this.#request !== "") await this.#send();
    const { indices } = this.#client;
    const index = this.#index.name;
    await answerOf(indices.flush({ index, force: true }), UNTIL);
    await answerOf(indices.forcemerge({ index, max_num_segments: 5 }), UNTIL);
    await this.#index.refresh(UNTIL);
    const { _all } = await answerOf(indices.stats({ index }), UNTIL);
    return _all.primaries?.store?.size_in_bytes ?? 0;
  }

  async close(): Promise<void> {
    await this.#index.delete(UNTIL);
    await this.#client.close();
  }

  async #send(): Promise<void> {
    await this.#timed("sent", () => this.#index.send(this.#request, UNTIL));
    this.#request = "";
  }

  async #timed<T>(of: keyof BothEngines["seconds"], work: () => T | Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await work();
    this.seconds[of] += (performance.now() - begun) / 1000;
    return result;
  }
}
