import { createHash } from "node:crypto";
import type { StructuredChunk } from "../../chunks/structured-chunk.js";
import type { Calibration } from "./calibration.js";
import { NEUTRAL_TEXTS } from "./neutral-texts.js";

/** What vectors are made by. Those of two models, or of two variants, MUST NOT be mixed. */
export interface EmbeddingModel {
  readonly model: string;
  /** What else decides its vectors, see `embeddingModel`. */
  readonly variant: string;
}

export interface DocumentToEmbed {
  readonly document_id: string;
  readonly revision_id: string;
  readonly title: string;
}

/** Some chunks of a revision that have one vector, see `embeddingParts`. */
export interface EmbeddedPart {
  readonly place: number;
  readonly chunks: number;
  readonly hash: Uint8Array;
}

export interface EmbeddingProgress {
  /** Published ones. */
  readonly documents: number;
  /** Those of them whose every part has its vector. */
  readonly embedded: number;
  /** Those of the others that are not open to every user, where only open ones may be sent to the model. */
  readonly kept_back: number;
}

/** Vectors of meaning, each once for a model and a text, and which documents have all of theirs. */
export interface EmbeddingStore {
  /** @returns null: it was not made yet */
  calibration(model: EmbeddingModel): Promise<Calibration | null>;

  /** Keeps a model's calibration. One that is there stays: vectors were made by it. */
  keepCalibration(model: EmbeddingModel, calibration: Calibration): Promise<void>;

  /**
   * Published documents without vectors of this model, the oldest change first.
   *
   * @param which.only_open only documents that are open to every user
   * @param which.except revisions that MUST NOT be among them
   */
  next(
    model: EmbeddingModel,
    which: { readonly only_open: boolean; readonly except: readonly string[]; readonly limit: number },
  ): Promise<readonly DocumentToEmbed[]>;

  /** @returns the whole document in reading order; null if the revision is not published any more */
  chunks(revision_id: string): Promise<readonly StructuredChunk[] | null>;

  /**
   * Which of these texts have no vector of this model. To be asked before each call of the model.
   *
   * @param of.only_open the document MUST still be open to every user
   * @returns some of the hashes, in their order; null if the revision is not published any more, or not open
   */
  missing(
    model: EmbeddingModel,
    of: { readonly revision_id: string; readonly only_open: boolean },
    hashes: readonly Uint8Array[],
  ): Promise<readonly Uint8Array[] | null>;

  /**
   * Adds vectors, all of one dimension; those that are there stay. Nothing is added if the model's vectors have another
   * dimension.
   *
   * @param vectors each of length 1
   * @returns the dimension of the model's vectors
   */
  add(
    model: EmbeddingModel,
    vectors: readonly { readonly hash: Uint8Array; readonly vector: Float32Array }[],
  ): Promise<number>;

  /**
   * Notes that a revision has all its vectors, which counts as a change of its document, and gives its chunks their
   * embed_version. Nothing is noted if one of them is not there or the revision is not published any more.
   *
   * @param parts in reading order
   */
  finish(
    model: EmbeddingModel,
    revision_id: string,
    parts: readonly EmbeddedPart[],
    embed_version: string,
  ): Promise<void>;

  /** @param only_open only documents that are open to every user may be sent to the model */
  progress(model: EmbeddingModel, only_open: boolean): Promise<EmbeddingProgress>;

  /** Notes that an instance uses this model. To be called at start and every hour. */
  noteUse(model: EmbeddingModel): Promise<void>;

  /**
   * Removes what was noted of revisions that are not published, and vectors that no document has and that are older than
   * a day: a new version may still need younger ones. Where an instance has used a model for the last day, also the
   * models that none has used, with their vectors; those of a model that was unset stay until another one is used.
   *
   * @returns how many vectors of texts it removed
   */
  removeUnused(): Promise<number>;

  /**
   * Lets one instance work at a time. The turn of an instance that ends MUST NOT be kept.
   *
   * @returns null if another instance has the turn; else gives it back, and does not throw
   */
  takeTurn(): Promise<(() => Promise<void>) | null>;
}

/** The version of `embeddingParts`: a document whose parts changed is embedded again. */
const PARTS_VERSION = 1;

/** A model with its prefixes and all of ours that decides its vectors. */
export function embeddingModel(model: string, prefixes: Readonly<Record<"query" | "passage", string>>): EmbeddingModel {
  const decisive = JSON.stringify([PARTS_VERSION, NEUTRAL_TEXTS, prefixes.query, prefixes.passage]);
  return { model, variant: createHash("sha256").update(decisive).digest("hex").slice(0, 16) };
}
