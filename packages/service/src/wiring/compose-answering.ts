import { type Answering, FairQueue } from "@retrieval/http";
import { createQuestionRewriter, createUnitChooser } from "@retrieval/models";
import type { Settings } from "../settings/settings.js";
import { maySendTo, serverOf } from "./model-server.js";

/** How many questions a model answers at once, of all users and of one. Beyond, a question's own words find and choose. */
const PLACES = { atOnce: 16, perReader: 2, waiting: 0, waitingInAll: 0, waitMs: 0 };

export function composeAnswering(settings: Settings, stopping: AbortSignal): Answering | null {
  const { answerModel, ANSWER_TIMEOUT_MS: timeoutMs } = settings;
  if (answerModel === null) return null;
  const server = { ...serverOf(answerModel), attemptMs: timeoutMs };
  return {
    rewriter: createQuestionRewriter(server),
    chooser: createUnitChooser(server),
    maySend: maySendTo(answerModel, settings),
    timeoutMs,
    places: new FairQueue(PLACES),
    stopping,
  };
}
