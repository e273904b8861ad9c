import { type Calibration, calibrated } from "@retrieval/core/search";
import type { Finding, Metrics } from "@retrieval/http";
import { type CallOutcome, createReranker, pausingEmbedder, pausingReranker } from "@retrieval/models";
import type { Settings } from "../settings/settings.js";
import type { MeaningModel } from "./meaning-model.js";
import { maySendTo, serverOf } from "./model-server.js";

/** How long one search waits for a model, in milliseconds, within SEARCH_TIMEOUT_MS. */
export const MODEL_WITHIN = { embed: 300, rerank: 800 };

interface ModelParts {
  /** Milliseconds on a clock that only goes forward. */
  readonly elapsed: () => number;
  readonly metrics: Pick<Metrics, "modelCalled">;
  readonly calibration: () => Promise<Calibration | null>;
}

/** The models that search asks. Each is left alone for a short time after a failure. */
export function composeModels(
  settings: Settings,
  model: MeaningModel | null,
  { elapsed, metrics, calibration }: ModelParts,
): Pick<Finding, "meaning" | "reranker"> {
  const { rerankModel, WORDS_SHARE } = settings;
  const onCall = (outcome: CallOutcome) => metrics.modelCalled("embedder", outcome);
  return {
    meaning: model && {
      embedder: calibrated(pausingEmbedder(model.embedder, { elapsed, onCall }), calibration),
      words_share: WORDS_SHARE,
      embedWithin: MODEL_WITHIN.embed,
    },
    reranker: rerankModel && {
      reranker: pausingReranker(createReranker(serverOf(rerankModel)), {
        elapsed,
        onCall: (outcome) => metrics.modelCalled("reranker", outcome),
      }),
      within: MODEL_WITHIN.rerank,
      maySend: maySendTo(rerankModel, settings),
    },
  };
}
