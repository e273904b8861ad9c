import { isModelFailure, type ModelFailure } from "../../model-failure.js";
import { LANGUAGES, type Language, languageOf } from "../text/language.js";
import type { Embedder } from "./embedder.js";
import { NEUTRAL_TEXTS } from "./neutral-texts.js";

const KINDS = ["query", "passage"] as const;
type Kind = (typeof KINDS)[number];

/**
 * What a model's vectors have in common, measured on neutral texts. Many models put each text near others of its
 * language, whatever it says, so that a question finds nothing in another language.
 */
export interface Calibration {
  /** The mean vectors of questions in Japanese, English and other languages, then those of passages; one after another. */
  readonly means: Float32Array;
  /** The similarities of questions and passages that have nothing to do with each other, after calibration. */
  readonly similarity: { readonly mean: number; readonly deviation: number };
}

/** How much of the mean is taken off. */
const SHARE = 0.8;

/** Embeds the neutral texts. */
export async function calibrate(embedder: Embedder, signal: AbortSignal): Promise<Calibration | ModelFailure> {
  const embedded: Record<Kind, Float32Array[]> = { query: [], passage: [] };
  const means: number[] = [];
  for (const kind of KINDS) {
    for (const language of LANGUAGES) {
      const vectors = await embedder.embed(kind, NEUTRAL_TEXTS[kind][language], signal);
      if (isModelFailure(vectors)) return vectors;
      const mean = Float32Array.from(vectors[0] as Float32Array, (_, i) =>
        meanOf(vectors.map((one) => one[i] as number)),
      );
      means.push(...mean);
      embedded[kind].push(...vectors.map((vector) => without(mean, vector)));
    }
  }
  const similarities = embedded.query.flatMap((query) => embedded.passage.map((passage) => product(query, passage)));
  const mean = meanOf(similarities);
  const deviation = Math.sqrt(meanOf(similarities.map((similarity) => (similarity - mean) ** 2)));
  return { means: Float32Array.from(means), similarity: { mean, deviation } };
}

export interface CalibratedEmbedder extends Embedder {
  /** null until it has embedded something. */
  readonly similarity: Calibration["similarity"] | null;
}

/** The same embedder, whose vectors have less in common. While there is no calibration, it is unreachable. */
export function calibrated(embedder: Embedder, read: () => Promise<Calibration | null>): CalibratedEmbedder {
  const { model, host } = embedder;
  let known: Calibration | null = null;
  return {
    ...{ model, host },
    get similarity() {
      return known?.similarity ?? null;
    },
    async embed(kind, texts, signal) {
      known ??= await read().catch(() => null);
      if (known === null) return { failed: "unreachable" };
      const { means } = known;
      const vectors = await embedder.embed(kind, texts, signal);
      if (isModelFailure(vectors)) return vectors;
      const dimensions = means.length / KINDS.length / LANGUAGES.length;
      if (vectors.some(({ length }) => length !== dimensions)) return { failed: "malformed" };
      const meanFor = (language: Language) => {
        const from = (KINDS.indexOf(kind) * LANGUAGES.length + LANGUAGES.indexOf(language)) * dimensions;
        return means.subarray(from, from + dimensions);
      };
      return vectors.map((vector, i) => without(meanFor(languageOf(texts[i] as string)), vector));
    },
  };
}

/** A vector of length 1 with less of the mean. */
function without(mean: Float32Array, vector: Float32Array): Float32Array {
  const rest = vector.map((number, i) => number - SHARE * (mean[i] as number));
  const length = Math.sqrt(product(rest, rest));
  return length === 0 ? vector : rest.map((number) => number / length);
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, number, i) => sum + number * (b[i] as number), 0);
