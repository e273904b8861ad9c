import { type Embedder, type EmbeddingModel, type EmbeddingStore, isModelFailure } from "@retrieval/core/ports";
import { type Calibration, calibrate } from "@retrieval/core/search";
import type { FailedEmbedding } from "./document-embedding.js";

/** The calibration of a model. The first instance that embeds makes it; every instance uses the stored one. */
export class StoredCalibration {
  #known: Calibration | null = null;

  constructor(
    private readonly store: EmbeddingStore,
    private readonly model: EmbeddingModel,
    private readonly embedder: Embedder,
  ) {}

  /** @returns null while there is none */
  async read(): Promise<Calibration | null> {
    this.#known ??= await this.store.calibration(this.model);
    return this.#known;
  }

  /** @returns null: it is there */
  async make(stopping: AbortSignal): Promise<FailedEmbedding | null> {
    if ((await this.read()) !== null) return null;
    const made = await calibrate(this.embedder, stopping);
    if (isModelFailure(made)) return made;
    await this.store.keepCalibration(this.model, made);
    return null;
  }
}
