import { type Answering, FairQueue } from "@retrieval/http";
import { createAnswerWriter } from "@retrieval/models";
import type { Settings } from "../settings/settings.js";
import { maySendTo, serverOf } from "./model-server.js";

/** How many answers a model writes at once, of all users and of one. Beyond, the documents' own words answer. */
const PLACES = { atOnce: 16, perReader: 2, waiting: 0, waitingInAll: 0, waitMs: 0 };

export function composeAnswering(settings: Settings, stopping: AbortSignal): Answering | null {
  const { answerModel, answerTimeout } = settings;
  if (answerModel === null) return null;
  return {
    writer: createAnswerWriter(serverOf(answerModel)),
    maySend: maySendTo(answerModel, settings),
    timeoutMs: answerTimeout,
    places: new FairQueue(PLACES),
    stopping,
  };
}
