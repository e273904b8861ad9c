import type { Clock, Embedder, EmbeddingModel, IndexSource } from "@retrieval/core/ports";
import { createEmbedder } from "@retrieval/models";
import { type Database, PostgresEmbeddingStore } from "@retrieval/postgres";
import type { Logger } from "pino";
import { DocumentEmbedding } from "../meaning/document-embedding.js";
import { EmbeddingKeeper } from "../meaning/embedding-keeper.js";
import { systemTiming } from "../search-index/timing.js";
import type { EmbeddingSettings } from "../settings/model-settings.js";
import type { Settings } from "../settings/settings.js";
import { isOnlyForOpen, serverOf } from "./model-server.js";

/** What stored vectors are made by; null without a model. */
export const embeddingModelOf = ({ embeddingModel }: Pick<Settings, "embeddingModel">): EmbeddingModel | null =>
  embeddingModel && { model: embeddingModel.model, passage_prefix: embeddingModel.passagePrefix };

export const embedderOf = ({ queryPrefix, passagePrefix, ...server }: EmbeddingSettings): Embedder =>
  createEmbedder({ ...serverOf(server), queryPrefix, passagePrefix });

interface MeaningDeps {
  readonly database: Database;
  readonly source: IndexSource;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Wires what makes vectors in the background; null without a model. */
export function composeMeaning(
  settings: Pick<Settings, "embeddingModel" | "modelsForRestricted">,
  { database, source, clock, logger }: MeaningDeps,
): EmbeddingKeeper | null {
  const { embeddingModel } = settings;
  const model = embeddingModelOf(settings);
  if (embeddingModel === null || model === null) return null;
  const store = new PostgresEmbeddingStore(database);
  const onlyOpen = isOnlyForOpen(embeddingModel, settings);
  const embedder = embedderOf(embeddingModel);
  return new EmbeddingKeeper({
    store,
    model,
    onlyOpen,
    documents: new DocumentEmbedding({ store, model, onlyOpen, embedder, clock }),
    generation: () => source.generation(),
    timing: systemTiming,
    logger,
  });
}
