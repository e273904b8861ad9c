import type { Clock, IndexSource } from "@retrieval/core/ports";
import { calibrated } from "@retrieval/core/search";
import { type Answering, FairQueue, type Finding, type Metrics } from "@retrieval/http";
import {
  type CallOutcome,
  createQuestionRewriter,
  createReranker,
  createUnitChooser,
  pausingEmbedder,
  pausingReranker,
} from "@retrieval/models";
import {
  buildTurns,
  type Database,
  indexingTurn,
  PostgresEmbeddingStore,
  PostgresHitReader,
  PostgresIndexRegister,
} from "@retrieval/postgres";
import type { Logger } from "pino";
import { DocumentEmbedding } from "../meaning/document-embedding.js";
import { EmbeddingKeeper } from "../meaning/embedding-keeper.js";
import { StoredCalibration } from "../meaning/stored-calibration.js";
import { indexHeapMegabytes } from "../search-index/heap-limit.js";
import { IndexKeeper } from "../search-index/index-keeper.js";
import { INDEX_WORKER, IndexThread } from "../search-index/index-thread.js";
import type { RemoteIndexes } from "../search-index/remote/remote-indexes.js";
import { systemTiming } from "../search-index/timing.js";
import type { Settings } from "../settings/settings.js";
import { deadlineAfter } from "./deadline.js";
import type { MeaningModel } from "./meaning-model.js";
import { connectedModels, maySendTo, serverOf } from "./model-server.js";

/** How many questions a model answers at once, of all users and of one. Beyond, a question's own words find and choose. */
const PLACES = { atOnce: 16, perReader: 2, waiting: 0, waitingInAll: 0, waitMs: 0 };

/** How long one search waits for a model, in milliseconds, within SEARCH_TIMEOUT_MS. */
export const MODEL_WITHIN = { embed: 300, rerank: 800 };

interface EngineParts {
  readonly database: Database;
  readonly source: IndexSource;
  /** null: search goes by words alone. */
  readonly model: MeaningModel | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds on a clock that only goes forward. */
  readonly elapsed: () => number;
  readonly metrics: Pick<Metrics, "count">;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/** What finds and answers: the index, and the models that are configured. */
export function composeEngine(settings: Settings, parts: EngineParts) {
  const { database, source, model, logger, elapsed, metrics, stopping } = parts;
  const remote = composeRemoteIndexes(settings, parts);
  const index = composeIndex(source, database, logger, remote);
  const embeddings = model && composeMeaning(model, parts);
  const { rerankModel } = settings;
  const counted = (role: "embedder" | "reranker") => ({
    elapsed,
    onCall: (outcome: CallOutcome) => metrics.count("model-called", { model: role, outcome }),
  });
  const finding: Finding = {
    index,
    hits: new PostgresHitReader(database.db),
    meaning: model && {
      embedder: calibrated(
        pausingEmbedder(model.embedder, counted("embedder")),
        async () => embeddings?.calibration() ?? null,
      ),
      words_share: settings.WORDS_SHARE,
      embedWithin: MODEL_WITHIN.embed,
    },
    reranker: rerankModel && {
      reranker: pausingReranker(createReranker(serverOf(rerankModel)), counted("reranker")),
      within: MODEL_WITHIN.rerank,
      maySend: maySendTo(rerankModel, settings),
    },
    startDeadline: () => deadlineAfter(settings.SEARCH_TIMEOUT_MS),
  };
  return {
    index,
    /** @throws UnavailableError while questions that must be answered would be refused */
    async checkReady() {
      if (!settings.SEARCH_REQUIRED) return index.checkDirectory();
      index.checkReady();
      await (await remote?.())?.check();
    },
    embeddings,
    finding,
    answering: composeAnswering(settings, stopping),
    models: connectedModels(settings),
  };
}

export type Engine = ReturnType<typeof composeEngine>;

/** The index of sections. Its thread starts when the keeper does. */
export function composeIndex(
  source: IndexSource,
  database: Database,
  logger: Logger,
  remote: (() => Promise<RemoteIndexes>) | null = null,
): IndexKeeper {
  const here = async (onLost: ConstructorParameters<typeof IndexThread>[0]["onLost"]) => ({
    index: new IndexThread({ script: INDEX_WORKER, heap_megabytes: indexHeapMegabytes(), onLost }),
    texts: source,
  });
  return new IndexKeeper({
    source,
    takeTurn: buildTurns(database),
    open: remote === null ? here : async (onLost) => (await remote()).open(onLost),
    timing: systemTiming,
    logger,
  });
}

/** The indexes in OpenSearch, which is loaded when they are asked for; null: the index is in the process. */
export function composeRemoteIndexes(
  { searchServers: servers, SEARCH_SHARDS: shards, SEARCH_REPLICAS: replicas, SEARCH_TIMEOUT_MS: within }: Settings,
  { database, source, model, clock, logger, stopping }: Omit<EngineParts, "elapsed" | "metrics">,
): (() => Promise<RemoteIndexes>) | null {
  if (servers === null) return null;
  const load = async () => {
    const { RemoteIndexes } = await import("../search-index/remote/remote-indexes.js");
    const register = new PostgresIndexRegister(database.db, model?.stored ?? null);
    const now = () => clock.now();
    const takeTurn = indexingTurn(database);
    return new RemoteIndexes({
      ...{ servers, shards, replicas, within, register, source, model, takeTurn, now, logger, stopping },
    });
  };
  let loading: Promise<RemoteIndexes> | null = null;
  return () => {
    loading ??= load();
    return loading;
  };
}

/** Makes vectors in the background. */
export function composeMeaning(
  { embedder: plain, stored: model, onlyOpen }: MeaningModel,
  { database, source, clock, logger }: Pick<EngineParts, "database" | "source" | "clock" | "logger">,
): EmbeddingKeeper {
  const store = new PostgresEmbeddingStore(database);
  const calibration = new StoredCalibration(store, model, plain);
  const embedder = calibrated(plain, () => calibration.read());
  return new EmbeddingKeeper({
    ...{ store, model, onlyOpen, calibration },
    documents: new DocumentEmbedding({ store, model, onlyOpen, embedder, clock }),
    generation: () => source.generation(),
    timing: systemTiming,
    logger,
  });
}

/** What answers beside the words of a question; null: no model is configured. */
export function composeAnswering(settings: Settings, stopping: AbortSignal): Answering | null {
  const { answerModel, ANSWER_TIMEOUT_MS: timeoutMs } = settings;
  if (answerModel === null) return null;
  const server = { ...serverOf(answerModel), attemptMs: timeoutMs };
  return {
    rewriter: createQuestionRewriter(server),
    chooser: createUnitChooser(server),
    maySend: maySendTo(answerModel, settings),
    timeoutMs,
    places: new FairQueue(PLACES),
    stopping,
  };
}
