import type { Clock, IndexSource } from "@retrieval/core/ports";
import { calibrated } from "@retrieval/core/search";
import { type Database, PostgresEmbeddingStore } from "@retrieval/postgres";
import type { Logger } from "pino";
import { DocumentEmbedding } from "../meaning/document-embedding.js";
import { EmbeddingKeeper } from "../meaning/embedding-keeper.js";
import { StoredCalibration } from "../meaning/stored-calibration.js";
import { systemTiming } from "../search-index/timing.js";
import type { MeaningModel } from "./meaning-model.js";

interface MeaningDeps {
  readonly database: Database;
  readonly source: IndexSource;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Wires what makes vectors in the background. */
export function composeMeaning(
  { embedder: plain, stored: model, onlyOpen }: MeaningModel,
  { database, source, clock, logger }: MeaningDeps,
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
