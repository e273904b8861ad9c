import { type DocumentMeaning, type Embedder, isModelFailure } from "@retrieval/core/ports";
import { embeddingParts } from "@retrieval/core/search";
import { createEmbedder } from "@retrieval/models";
import type { CorpusDocument } from "./corpus.js";

/** The vectors of questions and documents by one model. */
export interface QuestionMeanings {
  readonly model: string;
  readonly documents: ReadonlyMap<string, DocumentMeaning>;
  readonly questions: ReadonlyMap<string, Float32Array>;
}

/** The model that EMBEDDING_URL and EMBEDDING_MODEL name, as `retrieval serve` reads them; null: none. */
export function configuredEmbedder(): Embedder | null {
  const { EMBEDDING_URL: url, EMBEDDING_MODEL: model, EMBEDDING_KEY: key } = process.env;
  const { EMBEDDING_QUERY_PREFIX: queryPrefix = "", EMBEDDING_PASSAGE_PREFIX: passagePrefix = "" } = process.env;
  if (!url || !model) return null;
  return createEmbedder({ url, model, random: Math.random, queryPrefix, passagePrefix, ...(key && { key }) });
}

/** @throws Error if the model does not answer */
export async function embedAll(
  documents: readonly CorpusDocument[],
  questions: readonly string[],
  embedder: Embedder,
): Promise<QuestionMeanings> {
  const embed = async (kind: "query" | "passage", texts: readonly string[]) => {
    const vectors = await embedder.embed(kind, texts, new AbortController().signal);
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
    const vectors = new Float32Array(parts.length * dimensions);
    for (const [i, vector] of ofParts.entries()) vectors.set(vector, i * dimensions);
    made.set(document_id, { model, dimensions, parts, vectors });
  }
  const asked = await embed("query", questions);
  return {
    model,
    documents: made,
    questions: new Map(questions.map((question, i) => [question, asked[i] as Float32Array])),
  };
}

/** How close the nearest part of all documents is to a question: their dot product. */
export function nearest(question: string, { documents, questions }: QuestionMeanings): number {
  const asked = questions.get(question) as Float32Array;
  let best = -1;
  for (const { dimensions, parts, vectors } of documents.values()) {
    for (let part = 0; part < parts.length; part += 1) {
      let sum = 0;
      for (let i = 0; i < dimensions; i += 1) sum += (vectors[part * dimensions + i] as number) * (asked[i] as number);
      best = Math.max(best, sum);
    }
  }
  return best;
}
