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
import { Indexer, type IndexerDeps } from "./indexer.js";
import type { RemoteWorkerData } from "./remote-worker.js";

// src/ and dist/ have the same depth.
const REMOTE_WORKER = new URL("../../../dist/search-index/remote/remote-worker.js", import.meta.url);
const BULK_WORKER = new URL("../../../dist/search-index/remote/bulk-worker.js", import.meta.url);

/** How long the servers may take to tell what they are, in milliseconds. */
const ASK_WITHIN = 5_000;
/** How long the servers may take to make or delete an index, in milliseconds. */
const MAKE_WITHIN = 30_000;
/** How long a revision that another instance indexes is waited for before the next look, in milliseconds. */
const LOOK_AFTER = 200;
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
    await answerOf(this.#client.ping(), this.#until(ASK_WITHIN));
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
    await this.indexOf(added).create(this.#until(MAKE_WITHIN));
    logger.info({ index: name, dimensions: added.dimensions }, "made an index in OpenSearch");
    return added;
  }

  indexOf({ name, dimensions }: SectionsIndex): OpenSearchIndex {
    const { shards, replicas } = this.deps;
    return new OpenSearchIndex(this.#client, name, { shards, replicas, dimensions });
  }

  indexerOf(chosen: SectionsIndex, takeTurn = this.deps.takeTurn): Indexer {
    const { register, source, now, logger, stopping } = this.deps;
    const { dimensions } = chosen;
    const split: IndexerDeps["split"] = (text, claimed_at) => this.#split.ask({ ...text, claimed_at, dimensions });
    return new Indexer({ index: this.indexOf(chosen), register, source, split, takeTurn, now, logger, stopping });
  }

  #textsOf(chosen: SectionsIndex): TextSource {
    const { register, source, stopping } = this.deps;
    const indexer = this.indexerOf(chosen);
    const deleteUnused = () => this.#deleteUnused();
    return {
      async *texts(
        revisions: readonly RevisionKey[],
      ): AsyncGenerator<readonly IndexedRevision[], readonly RevisionKey[]> {
        const found = await register.find(chosen.name, revisions);
        if (found === null) throw new IndexLostError("another index in OpenSearch is in use now");
        yield found.indexed;
        const run = indexer.run();
        // Vectors of meaning are waited for by no search.
        if (found.missing.length === 0) run.catch(() => undefined);
        else await inTurnOrSoon(run, stopping);
        return found.missing;
      },
      async keepVectors() {
        await source.keepVectors();
        await indexer.keep();
        await deleteUnused();
      },
    };
  }

  async #deleteUnused(): Promise<void> {
    const { register, logger } = this.deps;
    for (const name of await register.unused()) {
      await this.indexOf({ name, dimensions: null }).delete(this.#until(MAKE_WITHIN));
      await register.forget(name);
      logger.info({ index: name }, "deleted an index in OpenSearch that was not used for a day");
    }
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

  /** Of the model; null: there is none, or it does not tell now. */
  async #dimensions(): Promise<number | null> {
    const { model } = this.deps;
    if (model === null) return null;
    const vectors = await model.embedder.embed("passage", ["."], this.#until(MAKE_WITHIN));
    return "length" in vectors ? (vectors[0]?.length ?? null) : null;
  }

  #until(milliseconds: number): AbortSignal {
    return AbortSignal.any([this.deps.stopping, AbortSignal.timeout(milliseconds)]);
  }
}

/** Until a run of this instance ends, but no longer than until the next look. */
async function inTurnOrSoon(run: Promise<boolean>, stopping: AbortSignal): Promise<void> {
  const over = new AbortController();
  const look = sleep(LOOK_AFTER, undefined, { signal: AbortSignal.any([stopping, over.signal]) }).catch(
    () => undefined,
  );
  const worked = run.then((had) => (had ? undefined : look));
  try {
    await Promise.race([worked, look]);
  } finally {
    worked.catch(() => undefined);
    over.abort();
  }
}
