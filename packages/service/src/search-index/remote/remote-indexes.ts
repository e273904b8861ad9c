import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { UnavailableError } from "@retrieval/core/errors";
import type {
  Embedder,
  EmbeddingModel,
  IndexedRevision,
  IndexRegister,
  IndexSource,
  RevisionKey,
  SectionsIndex,
} from "@retrieval/core/ports";
import { TERMS_VERSION } from "@retrieval/core/search";
import { IsolatedTask } from "@retrieval/ingest/isolated";
import {
  answerOf,
  createClient,
  INDEX_PREFIX,
  INDEX_VERSION,
  OpenSearchIndex,
  readCluster,
  type ServerOptions,
} from "@retrieval/opensearch";
import type { Logger } from "pino";
import { REINDEXING_LIMITS } from "../../adapters/isolated-term-vectors.js";
import type { TextSource } from "../fed-index.js";
import type { OpenedIndex } from "../index-keeper.js";
import { IndexLostError } from "../index-lost-error.js";
import { IndexThread } from "../index-thread.js";
import type { BulkAnswer, BulkQuestion } from "./bulk-worker.js";
import { type IndexDrift, Indexer, type IndexerDeps } from "./indexer.js";
import type { RemoteWorkerData } from "./remote-worker.js";

// src/ and dist/ have the same depth.
const REMOTE_WORKER = new URL("../../../dist/search-index/remote/remote-worker.js", import.meta.url);
const BULK_WORKER = new URL("../../../dist/search-index/remote/bulk-worker.js", import.meta.url);

/** How long the servers may take to tell what they are, in milliseconds. */
const ASK_WITHIN = 5_000;
/** How long the servers may take to make or delete an index, in milliseconds. */
const MAKE_WITHIN = 30_000;
/** How long a revision that is being indexed is waited for before the next look, in milliseconds. */
const LOOK_AFTER = 300;
const ANOTHER = "another index in OpenSearch is in use now";
/** How many revisions are looked up by one statement. */
const FOUND_AT_ONCE = 10_000;
/** Questions that wait for OpenSearch at once: the thread itself works for one at a time. */
const QUESTIONS = 32;
/** The memory of the thread, in megabytes: the directory, and a few hundred sections for each question. */
const HEAP_MEGABYTES = 2_048;

export interface RemoteIndexesDeps {
  readonly servers: ServerOptions;
  readonly shards: number;
  readonly replicas: number;
  /** How long a search takes at most, in milliseconds. */
  readonly within: number;
  readonly register: IndexRegister;
  readonly source: IndexSource;
  /** null: search goes by words alone. */
  readonly model: { readonly stored: EmbeddingModel; readonly embedder: Pick<Embedder, "embed"> } | null;
  readonly takeTurn: IndexerDeps["takeTurn"];
  readonly now: () => number;
  readonly logger: Logger;
  readonly stopping: AbortSignal;
}

/** The indexes of this version in OpenSearch: one is in use, or is made. */
export class RemoteIndexes {
  readonly #client: ReturnType<typeof createClient>;
  readonly #split = new IsolatedTask<BulkQuestion, BulkAnswer>(BULK_WORKER, REINDEXING_LIMITS, {
    slow: (seconds) => ({ code: "file.slow_to_index", seconds }),
    large: { code: "file.large_to_index" },
  });
  readonly #layout: string;

  constructor(private readonly deps: RemoteIndexesDeps) {
    this.#client = createClient(deps.servers);
    const { stored } = deps.model ?? {};
    this.#layout = JSON.stringify([TERMS_VERSION, INDEX_VERSION, stored?.model ?? null, stored?.variant ?? null]);
  }

  /** @throws UnavailableError while OpenSearch does not answer */
  async check(): Promise<void> {
    // So that another server may still answer in time.
    const requestTimeout = ASK_WITHIN / this.deps.servers.urls.length;
    await answerOf(this.#client.ping({}, { requestTimeout }), this.#until(ASK_WITHIN));
  }

  async open(onLost: (error: IndexLostError) => void): Promise<OpenedIndex> {
    const chosen = await this.inUse();
    const { servers, within } = this.deps;
    const { name, layout } = this.indexOf(chosen);
    const data: RemoteWorkerData = { servers, name, layout, within };
    const thread = { script: REMOTE_WORKER, data, posted: QUESTIONS, heap_megabytes: HEAP_MEGABYTES, onLost };
    return { index: new IndexThread(thread), texts: this.#textsOf(chosen) };
  }

  /** The index in use; it is made if there is none, or if OpenSearch does not have it any more. */
  async inUse(): Promise<SectionsIndex> {
    const { register, takeTurn, stopping } = this.deps;
    for (;;) {
      const chosen = await register.chosen(this.#layout);
      if (chosen !== null && (await this.#mayBeThere(chosen))) return chosen;
      const giveBack = await takeTurn();
      if (giveBack === null) {
        await sleep(LOOK_AFTER, undefined, { signal: stopping });
        continue;
      }
      try {
        // Another instance may have made one meanwhile.
        if ((await register.chosen(this.#layout))?.name !== chosen?.name) continue;
        const made = await this.add();
        await register.choose(made.name);
        return made;
      } finally {
        await giveBack();
      }
    }
  }

  /** Makes an index that is not in use. */
  async add(): Promise<SectionsIndex> {
    const { register, logger } = this.deps;
    const { knn } = await readCluster(this.#client, this.#until(ASK_WITHIN));
    const name = `${INDEX_PREFIX}${randomUUID().slice(0, 8)}`;
    const added = { name, dimensions: knn ? await this.#dimensions() : null };
    await register.add(this.#layout, added);
    try {
      await this.indexOf(added).create(this.#until(MAKE_WITHIN));
    } catch (error) {
      await this.#delete(name).catch(() => undefined);
      throw error;
    }
    logger.info({ index: name, dimensions: added.dimensions }, "made an index in OpenSearch");
    return added;
  }

  /**
   * Makes an index beside the one in use, and uses it from then on if it has all that it must have.
   *
   * @param onSent told how many revisions are in it so far
   * @returns its name, and what it has
   */
  async rebuild(onSent: (revisions: number) => void) {
    const made = await this.add();
    let revisions = 0;
    // No instance knows the index yet.
    const indexer = this.indexerOf(made, {
      takeTurn: async () => async () => undefined,
      onSent: (more) => {
        revisions += more;
        onSent(revisions);
      },
    });
    try {
      await indexer.run();
      const drift = await indexer.check();
      if (drift !== null && drift.wrong.length > 0) await indexer.run();
    } catch (error) {
      await this.#delete(made.name).catch(() => undefined);
      throw error;
    }
    await this.deps.register.choose(made.name);
    return { name: made.name, revisions };
  }

  /** Looks whether the index in use has what it must have; null: an instance indexes now. What lacks is sent again. */
  async checkInUse(): Promise<(IndexDrift & { readonly name: string }) | null> {
    const used = await this.inUse();
    const indexer = this.indexerOf(used);
    const drift = await indexer.check();
    if (drift !== null && drift.wrong.length > 0) await indexer.run();
    return drift && { name: used.name, ...drift };
  }

  indexOf({ name, dimensions }: SectionsIndex): OpenSearchIndex {
    const { shards, replicas } = this.deps;
    return new OpenSearchIndex(this.#client, name, { shards, replicas, dimensions });
  }

  indexerOf(chosen: SectionsIndex, own: Pick<Partial<IndexerDeps>, "takeTurn" | "onSent"> = {}): Indexer {
    const { register, source, takeTurn, now, logger, stopping } = this.deps;
    const { dimensions } = chosen;
    const split: IndexerDeps["split"] = (text, claimed_at) => this.#split.ask({ ...text, claimed_at, dimensions });
    const index = this.indexOf(chosen);
    return new Indexer({ index, register, source, split, takeTurn, now, logger, stopping, ...own });
  }

  /** Deletes the indexes that no instance has used for a day. */
  async deleteUnused(): Promise<void> {
    const { register, logger } = this.deps;
    for (const name of await register.unused()) {
      await this.#delete(name);
      logger.info({ index: name }, "deleted an index in OpenSearch that was not used for a day");
    }
  }

  #textsOf(chosen: SectionsIndex): TextSource {
    const { register, source } = this.deps;
    const indexer = this.indexerOf(chosen);
    const layout = this.#layout;
    const deleteUnused = () => this.deleteUnused();
    return {
      async *texts(
        revisions: readonly RevisionKey[],
      ): AsyncGenerator<readonly IndexedRevision[], readonly RevisionKey[]> {
        const missing: RevisionKey[] = [];
        for (let from = 0; from < revisions.length; from += FOUND_AT_ONCE) {
          const found = await register.find(chosen.name, revisions.slice(from, from + FOUND_AT_ONCE));
          if (found === null) throw new IndexLostError(ANOTHER);
          yield found.indexed;
          missing.push(...found.missing);
        }
        const run = indexer.run();
        // Vectors of meaning are waited for by no search.
        if (missing.length === 0) run.catch(() => undefined);
        else {
          const nextLook = sleep(LOOK_AFTER, undefined, { ref: false });
          await Promise.race([run.then((had) => (had ? undefined : nextLook)), nextLook]);
        }
        return missing;
      },
      async keepVectors() {
        // It counts as used also while no text changes.
        if ((await register.chosen(layout))?.name !== chosen.name) throw new IndexLostError(ANOTHER);
        await indexer.keep();
        await deleteUnused();
        await source.keepVectors();
      },
    };
  }

  async #delete(name: string): Promise<void> {
    await this.indexOf({ name, dimensions: null }).delete(this.#until(MAKE_WITHIN));
    await this.deps.register.forget(name);
  }

  /** While OpenSearch does not answer, the index counts as there. */
  async #mayBeThere(index: SectionsIndex): Promise<boolean> {
    try {
      return await this.indexOf(index).exists(this.#until(ASK_WITHIN));
    } catch (error) {
      if (error instanceof UnavailableError) return true;
      throw error;
    }
  }

  /** Of the model's vectors; null: there is no model. */
  async #dimensions(): Promise<number | null> {
    const { model } = this.deps;
    if (model === null) return null;
    const vectors = await model.embedder.embed("passage", ["."], this.#until(MAKE_WITHIN));
    if ("length" in vectors) return vectors[0]?.length ?? null;
    throw new UnavailableError("a new index in OpenSearch waits for the model of meaning, which does not answer");
  }

  #until(milliseconds: number): AbortSignal {
    return AbortSignal.any([this.deps.stopping, AbortSignal.timeout(milliseconds)]);
  }
}
