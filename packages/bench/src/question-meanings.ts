import { type DocumentMeaning, type Embedder, isModelFailure } from "@retrieval/core/ports";
import {
  type CalibratedEmbedder,
  type Calibration,
  calibrate,
  calibrated,
  embeddingParts,
  packVector,
  VectorMemory,
  type VectorRun,
} from "@retrieval/core/search";
import { EmbeddedModel } from "@retrieval/e5";
import { createEmbedder } from "@retrieval/models";
import type { CorpusDocument } from "./corpus.js";

/** The vectors of questions and documents by one model. */
export interface QuestionMeanings {
  readonly model: string;
  readonly embedder: CalibratedEmbedder;
  readonly similarity: Calibration["similarity"];
  readonly documents: ReadonlyMap<string, DocumentMeaning>;
  readonly questions: ReadonlyMap<string, Float32Array>;
}

/** The model that EMBEDDING_URL and EMBEDDING_MODEL name, as `retrieval serve` reads them, or the embedded one; null: MEANING=off. */
export function configuredEmbedder(): (Embedder & { readonly stop?: () => Promise<void> }) | null {
  const { EMBEDDING_URL: url, EMBEDDING_MODEL: model, EMBEDDING_KEY: key } = process.env;
  const { EMBEDDING_QUERY_PREFIX: queryPrefix = "", EMBEDDING_PASSAGE_PREFIX: passagePrefix = "" } = process.env;
  if (process.env.MEANING === "off") return null;
  if (!url || !model) return new EmbeddedModel({ onFailure: (reason) => console.error(reason) });
  return createEmbedder({ url, model, random: Math.random, queryPrefix, passagePrefix, ...(key && { key }) });
}

/**
 * @param standIns the words of the vocabulary that a question is embedded with
 * @throws Error if the model does not answer
 */
export async function embedAll(
  documents: readonly CorpusDocument[],
  questions: readonly string[],
  plain: Embedder,
  standIns: (question: string) => readonly string[],
): Promise<QuestionMeanings> {
  const signal = new AbortController().signal;
  const calibration = await calibrate(plain, signal);
  if (isModelFailure(calibration)) throw new Error(`${plain.model} at ${plain.host}: ${calibration.failed}`);
  const embedder = calibrated(plain, async () => calibration);
  const embed = async (kind: "query" | "passage", texts: readonly string[]) => {
    const vectors = await embedder.embed(kind, texts, signal);
    if (isModelFailure(vectors)) throw new Error(`${embedder.model} at ${embedder.host}: ${vectors.failed}`);
    return vectors;
  };
  const { model } = embedder;
  const made = new Map<string, DocumentMeaning>();
  for (const { document_id, title, chunks } of documents) {
    const parts = embeddingParts(title, chunks);
    const ofParts = await embed(
      "passage",
      parts.map(({ text }) => text),
    );
    const dimensions = ofParts[0]?.length ?? 0;
    made.set(document_id, {
      dimensions,
      parts,
      vectors: Uint8Array.from(ofParts.flatMap((one) => [...packVector(one)])),
    });
  }
  const asked = await embed(
    "query",
    questions.map((question) => [question, ...standIns(question)].join(" ")),
  );
  return {
    ...{ model, embedder },
    similarity: calibration.similarity,
    documents: made,
    questions: new Map(questions.map((question, i) => [question, asked[i] as Float32Array])),
  };
}

/** How close the nearest part of all documents is to a question, in deviations above the mean of neutral texts. */
export function nearest(question: string, { documents, questions, similarity }: QuestionMeanings): number {
  const memory = new VectorMemory();
  const asked = questions.get(question) as Float32Array;
  const packed = memory.add(packVector(asked), asked.length) as VectorRun;
  let best = -1;
  for (const { dimensions, vectors } of documents.values()) {
    const run = memory.add(vectors, dimensions) as VectorRun;
    memory.compare(run, packed);
    for (let part = 0; part < run.count; part += 1)
      best = Math.max(best, memory.product(memory.headOf(run, part), packed));
    memory.remove(run);
  }
  return (best - similarity.mean) / similarity.deviation;
}
