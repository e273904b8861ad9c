import {
  type DirectoryDocument,
  type Generation,
  type IndexSize,
  type IndexSource,
  isSameGeneration,
  type RevisionKey,
  type RevisionText,
} from "@retrieval/core/ports";
import { vectorsWithoutText } from "@retrieval/core/search";
import type { IndexChange, IndexText } from "./hosted-engine.js";

/** Takes changes of an index. */
export interface ChangedIndex {
  change(change: IndexChange): Promise<IndexSize>;
}

/** Where an index gets its texts. */
export interface TextSource {
  /**
   * As `IndexSource.texts`, or notes that an index outside the process has them.
   *
   * @returns the revisions that have still to come
   */
  texts(
    revisions: readonly RevisionKey[],
    held: ReadonlySet<string>,
  ): AsyncGenerator<readonly IndexText[], readonly RevisionKey[] | undefined>;

  /** To be called at start and every hour: removes what is not needed any more. */
  keepVectors(): Promise<void>;
}

interface FeedOptions {
  /** Revisions that an index could not take, with the reason. */
  readonly broken: ReadonlyMap<string, string>;
  readonly onUnsearchable: (text: RevisionText) => void;
}

/** An index that is fed from a source: its directory is always of one state, and texts follow. */
export class FedIndex {
  #size: IndexSize = { documents: 0, sections: 0, chunks: 0, terms: 0, bytes: 0 };
  /** The texts to read, by document_id; null: to remove. */
  #waiting = new Map<string, RevisionKey | null>();
  /** The revision of each text that the index has. */
  readonly #held = new Map<string, string>();
  #reading: Promise<void> | null = null;

  private constructor(
    private readonly source: IndexSource,
    private readonly texts: TextSource,
    private readonly index: ChangedIndex,
    private readonly options: FeedOptions,
    private current: Generation,
  ) {}

  /**
   * Gives an empty index the directory of all published documents. Their texts are the first that {@link readTexts}
   * reads.
   *
   * @returns null if the database lost changes meanwhile
   */
  static async build(
    source: IndexSource,
    texts: TextSource,
    index: ChangedIndex,
    options: FeedOptions,
  ): Promise<FedIndex | null> {
    // Read first: whatever changes afterwards is a change since then.
    const { generation, entries } = await source.vocabulary();
    const fed = new FedIndex(source, texts, index, options, generation);
    await fed.#changeDirectory([], [], entries);
    let last = generation;
    for await (const page of source.documents()) {
      last = page.generation;
      await fed.#changeDirectory(page.documents, [], null);
    }
    if ((await source.changesSince(last)) === null) return null;
    return (await fed.catchUp()) === "lost" ? null : fed;
  }

  /** The state of its directory. */
  get generation(): Generation {
    return this.current;
  }

  get size(): IndexSize {
    return this.#size;
  }

  /** Whether something has still to be read. */
  get isBehind(): boolean {
    return this.#waiting.size > 0;
  }

  /** The first revision that the directory names and whose text has still to come, or null; vectors may come later. */
  get lateRevision(): string | null {
    for (const [document_id, key] of this.#waiting)
      if (key !== null && this.#held.get(document_id) !== key.revision_id) return key.revision_id;
    return null;
  }

  /** Brings the directory to the newest state. {@link readTexts} reads the texts. */
  async catchUp(): Promise<"current" | "moved" | "lost"> {
    const changes = await this.source.changesSince(this.current);
    if (changes === null) return "lost";
    if (isSameGeneration(changes.generation, this.current)) return "current";
    this.current = changes.generation;
    await this.#changeDirectory(changes.documents, changes.removed, changes.vocabulary);
    return "moved";
  }

  /** Reads the texts that have still to come. After a failure, the next call tries again. */
  readTexts(): Promise<void> {
    this.#reading ??= this.#readTexts().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #changeDirectory(
    documents: readonly DirectoryDocument[],
    removed: readonly string[],
    vocabulary: Extract<IndexChange, { kind: "directory" }>["vocabulary"],
  ): Promise<void> {
    for (const { document_id, revision_id } of documents) this.#waiting.set(document_id, { document_id, revision_id });
    for (const document_id of removed) this.#waiting.set(document_id, null);
    const generation = this.current;
    this.#size = await this.index.change({ kind: "directory", documents, removed, vocabulary, generation });
  }

  async #readTexts(): Promise<void> {
    while (this.#waiting.size > 0) {
      const waiting = [...this.#waiting];
      const removed = waiting.flatMap(([document_id, key]) => (key === null ? document_id : []));
      if (removed.length > 0) this.#size = await this.index.change({ kind: "remove texts", document_ids: removed });
      for (const document_id of removed) this.#held.delete(document_id);
      const keys = waiting.flatMap(([, key]) => key ?? []);
      const held = new Set(keys.flatMap(({ document_id }) => this.#held.get(document_id) ?? []));
      const pages = this.texts.texts(keys, held);
      let next = await pages.next();
      // The next page is read while the index takes this one.
      while (!next.done) [next] = await Promise.all([pages.next(), this.#put(next.value)]);
      const late = new Set(next.value?.map(({ revision_id }) => revision_id));
      for (const [document_id, key] of waiting)
        if (this.#waiting.get(document_id) === key && !(key && late.has(key.revision_id)))
          this.#waiting.delete(document_id);
    }
  }

  async #put(texts: readonly IndexText[]): Promise<void> {
    if (texts.length === 0) return;
    const whole = texts.map((text) => this.#whole(text));
    this.#size = await this.index.change({ kind: "texts", texts: whole });
    for (const { document_id, revision_id } of whole) this.#held.set(document_id, revision_id);
  }

  #whole(text: IndexText): IndexText {
    if (!("vectors" in text)) return text;
    const reason = this.options.broken.get(text.revision_id);
    const whole = reason === undefined ? text : { ...text, vectors: vectorsWithoutText(), unsearchable: reason };
    if (whole.unsearchable !== undefined) this.options.onUnsearchable(whole);
    return whole;
  }
}
