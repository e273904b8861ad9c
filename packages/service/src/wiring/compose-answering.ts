import { type Answering, FairQueue } from "@retrieval/http";
import { createAnswerWriter, isPrivateHost } from "@retrieval/models";
import type { Settings } from "../settings/settings.js";

/** How many answers a model writes at once, of all users and of one. Beyond, the documents' own words answer. */
const PLACES = { atOnce: 16, perReader: 2, waiting: 0, waitMs: 0 };

export function composeAnswering(
  { answerModel, answerTimeout, modelsForRestricted }: Settings,
  stopping: AbortSignal,
): Answering | null {
  if (answerModel === null) return null;
  const { url, model, key } = answerModel;
  const mayLeave = modelsForRestricted || isPrivateHost(url);
  return {
    writer: createAnswerWriter({ url, model, ...(key === null ? {} : { key }), random: Math.random }),
    maySend: (rules) => mayLeave || rules.allow_all,
    timeoutMs: answerTimeout,
    places: new FairQueue(PLACES),
    stopping,
  };
}
