import type { Finding, Metrics } from "@retrieval/http";
import { createReranker, isPrivateHost, pausingEmbedder, pausingReranker } from "@retrieval/models";
import type { Settings } from "../settings/settings.js";
import { embedderOf } from "./compose-meaning.js";

/** How long one search waits for a model, in milliseconds, within SEARCH_TIMEOUT_MS. */
export const MODEL_WITHIN = { embed: 300, rerank: 800 };

interface ModelParts {
  /** Milliseconds on a clock that only goes forward. */
  readonly elapsed: () => number;
  readonly metrics: Pick<Metrics, "modelCalled">;
}

/** The models that search asks. Each is left alone for a short time after a failure. */
export function composeModels(
  { embeddingModel, rerankModel, wordsShare, modelsForRestricted }: Settings,
  { elapsed, metrics }: ModelParts,
): Pick<Finding, "meaning" | "reranker"> {
  return {
    meaning: embeddingModel && {
      embedder: pausingEmbedder(embedderOf(embeddingModel), {
        elapsed,
        onCall: (outcome) => metrics.modelCalled("embedder", outcome),
      }),
      words_share: wordsShare,
      embedWithin: MODEL_WITHIN.embed,
      fits_from: embeddingModel.fitsFrom,
    },
    reranker: rerankModel && rerankedBy(rerankModel, modelsForRestricted, { elapsed, metrics }),
  };
}

function rerankedBy(
  { url, model, key }: NonNullable<Settings["rerankModel"]>,
  modelsForRestricted: boolean,
  { elapsed, metrics }: ModelParts,
): Finding["reranker"] {
  const reranker = createReranker({ url, model, ...(key === null ? {} : { key }), random: Math.random });
  const mayLeave = modelsForRestricted || isPrivateHost(url);
  return {
    reranker: pausingReranker(reranker, { elapsed, onCall: (outcome) => metrics.modelCalled("reranker", outcome) }),
    within: MODEL_WITHIN.rerank,
    maySend: (rules) => mayLeave || rules.allow_all,
  };
}
