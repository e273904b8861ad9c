import {
  type Generation,
  type IndexChanges,
  type IndexedDocument,
  type IndexedPage,
  type IndexReach,
  type IndexSize,
  type IndexSource,
  isSameGeneration,
} from "@retrieval/core/ports";
import { vectorsWithoutText } from "@retrieval/core/search";
import type { IndexChange } from "./hosted-engine.js";
import { newer, reached } from "./reach.js";

/** Takes changes of an index. */
export interface ChangedIndex {
  change(change: IndexChange): Promise<IndexSize>;
}

interface FeedOptions {
  /** Revisions that an index could not take, with the reason. */
  readonly broken: ReadonlyMap<string, string>;
  readonly onUnsearchable: (document: IndexedDocument) => void;
}

/** An index that is fed from a source, and how far it is. */
export class FedIndex {
  #reach: IndexReach;
  #size: IndexSize;
  /** The revision of each document that the index holds. */
  readonly #revisions = new Map<string, string>();

  private constructor(
    private readonly source: IndexSource,
    private readonly index: ChangedIndex,
    private readonly options: FeedOptions,
    first: { readonly generation: Generation; readonly size: IndexSize },
  ) {
    this.#reach = { generation: first.generation, newest: first.generation };
    this.#size = first.size;
  }

  /** Fills an empty index with all published documents. What changes meanwhile is left to {@link catchUp}. */
  static async build(source: IndexSource, index: ChangedIndex, options: FeedOptions): Promise<FedIndex> {
    // Read first: whatever changes afterwards is a change since then.
    const { generation, entries } = await source.vocabulary();
    const pages = source.documents(null)[Symbol.asyncIterator]();
    const first = pages.next();
    // A failure is told when the page is wanted.
    first.catch(() => undefined);
    const size = await index.change({ kind: "vocabulary", entries, read_in: generation });
    const fed = new FedIndex(source, index, options, { generation, size });
    for (let next = await first; !next.done; ) {
      [next] = await Promise.all([pages.next(), fed.#put(next.value)]);
    }
    await fed.#change({ kind: "reached", generation });
    return fed;
  }

  get reach(): IndexReach {
    return this.#reach;
  }

  get size(): IndexSize {
    return this.#size;
  }

  /** Whether everything in it is of exactly this state. */
  isAt(generation: Generation): boolean {
    return isSameGeneration(this.#reach.generation, generation) && isSameGeneration(this.#reach.newest, generation);
  }

  /** Brings it to the newest state. After a failure on the way, the next call tells whether its changes still hold. */
  async catchUp(): Promise<"current" | "moved" | "lost"> {
    const changes = await this.source.changesSince(this.#reach);
    if (changes === null) return "lost";
    if (this.isAt(changes.generation)) return "current";
    await this.#make(changes);
    return "moved";
  }

  async #make({ generation, document_ids, vocabulary }: IndexChanges): Promise<void> {
    if (vocabulary) {
      const { generation: read_in, entries } = await this.source.vocabulary();
      await this.#change({ kind: "vocabulary", entries, read_in });
    }
    if (document_ids.length > 0) await this.#update(document_ids);
    await this.#change({ kind: "reached", generation });
  }

  async #update(document_ids: readonly string[]): Promise<void> {
    const held_revisions = document_ids.flatMap((document_id) => this.#revisions.get(document_id) ?? []);
    const removed = new Set(document_ids);
    let read_in = this.#reach.newest;
    for await (const page of this.source.documents({ document_ids, held_revisions })) {
      read_in = page.generation;
      for (const { document_id } of page.documents) removed.delete(document_id);
      await this.#put(page);
    }
    for (const document_id of removed) this.#revisions.delete(document_id);
    if (removed.size > 0) await this.#change({ kind: "remove", document_ids: [...removed], read_in });
  }

  async #put({ generation, documents }: IndexedPage): Promise<void> {
    if (documents.length === 0) return;
    const put = documents.map((document) => this.#whole(document));
    for (const { document_id, revision_id } of put) this.#revisions.set(document_id, revision_id);
    await this.#change({ kind: "put", documents: put, read_in: generation });
  }

  #whole(document: IndexedDocument): IndexedDocument {
    const reason = this.options.broken.get(document.revision_id);
    const whole =
      reason === undefined ? document : { ...document, vectors: vectorsWithoutText(), unsearchable: reason };
    if (whole.unsearchable !== undefined) this.options.onUnsearchable(whole);
    return whole;
  }

  async #change(change: IndexChange): Promise<void> {
    // Before it is made: half a change is in the index too.
    if ("read_in" in change) this.#reach = { ...this.#reach, newest: newer(this.#reach.newest, change.read_in) };
    this.#size = await this.index.change(change);
    if (change.kind === "reached") this.#reach = reached(this.#reach, change.generation);
  }
}
