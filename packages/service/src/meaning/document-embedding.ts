import {
  type Clock,
  type DocumentToEmbed,
  type Embedder,
  type EmbeddingModel,
  type EmbeddingStore,
  isModelFailure,
  type ModelFailure,
} from "@retrieval/core/ports";
import { type EmbeddingPart, embeddingParts } from "@retrieval/core/search";

/** How many texts one call of the embedder has. What was embedded before a failure is stored. */
const TEXTS_PER_CALL = 32;
/** How often the texts of one call are shortened. */
const SHORTENED = 6;
/** A text that is too long for the model keeps this share. */
const KEPT = 0.7;

export interface FailedEmbedding extends ModelFailure {
  /** What the failure alone does not say, for the log. */
  readonly because?: string;
}

export interface DocumentEmbeddingDeps {
  readonly store: EmbeddingStore;
  readonly embedder: Embedder;
  readonly model: EmbeddingModel;
  /** Only documents that are open to every user may be sent to the model. */
  readonly onlyOpen: boolean;
  readonly clock: Clock;
}

/** Embeds one document: the texts that have no vector yet. */
export class DocumentEmbedding {
  constructor(private readonly deps: DocumentEmbeddingDeps) {}

  /** @returns "gone" if its revision was replaced, removed or closed meanwhile */
  async embed(
    { revision_id, title }: DocumentToEmbed,
    stopping: AbortSignal,
  ): Promise<"embedded" | "gone" | FailedEmbedding> {
    const { store, model, onlyOpen, clock } = this.deps;
    const chunks = await store.chunks(revision_id);
    if (chunks === null) return "gone";
    const parts = embeddingParts(title, chunks);
    const texts = [...new Map(parts.map((part) => [keyOf(part.hash), part])).values()];
    for (let from = 0; from < texts.length; from += TEXTS_PER_CALL) {
      const some = texts.slice(from, from + TEXTS_PER_CALL);
      const asked = some.map(({ hash }) => hash);
      const missing = await store.missing(model, { revision_id, only_open: onlyOpen }, asked);
      if (missing === null) return "gone";
      const keys = new Set(missing.map(keyOf));
      const failure = await this.#add(
        some.filter(({ hash }) => keys.has(keyOf(hash))),
        stopping,
      );
      if (failure !== null) return failure;
    }
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    await store.finish(model, revision_id, parts, `${model.model}@${today}`);
    return "embedded";
  }

  async #add(parts: readonly EmbeddingPart[], stopping: AbortSignal): Promise<FailedEmbedding | null> {
    if (parts.length === 0) return null;
    const vectors = await this.#vectorsOf(
      parts.map(({ text }) => text),
      stopping,
    );
    if (isModelFailure(vectors)) return vectors;
    const added = parts.map(({ hash }, i) => ({ hash, vector: vectors[i] as Float32Array }));
    const stored = await this.deps.store.add(this.deps.model, added);
    const answered = vectors[0]?.length;
    if (answered === stored) return null;
    const because = `the model answers vectors of ${answered} dimensions, and its stored ones have ${stored}: is it another model under the same name?`;
    return { failed: "malformed", because };
  }

  /** The model says how much it reads only by refusing more. */
  async #vectorsOf(given: readonly string[], stopping: AbortSignal): Promise<readonly Float32Array[] | ModelFailure> {
    const texts = [...given];
    for (let time = 0; ; time += 1) {
      const vectors = await this.deps.embedder.embed("passage", texts, stopping);
      const isLong = isModelFailure(vectors) && vectors.failed === "too_long" && vectors.index !== undefined;
      if (!isLong || time === SHORTENED) return vectors;
      const length = Math.floor((texts[vectors.index as number] as string).length * KEPT);
      // Others of about this length would be refused next, one after the other.
      texts.forEach((text, i) => {
        if (text.length >= length) texts[i] = text.slice(0, length).toWellFormed();
      });
    }
  }
}

const keyOf = (hash: Uint8Array) => Buffer.from(hash).toString("hex");
