import { type Answering, FairQueue } from "@retrieval/http";
import { createUnitChooser } from "@retrieval/models";
import type { Settings } from "../settings/settings.js";
import { maySendTo, serverOf } from "./model-server.js";

/** How many answers a model chooses at once, of all users and of one. Beyond, the words of the question choose. */
const PLACES = { atOnce: 16, perReader: 2, waiting: 0, waitingInAll: 0, waitMs: 0 };

export function composeAnswering(settings: Settings, stopping: AbortSignal): Answering | null {
  const { answerModel, answerTimeout } = settings;
  if (answerModel === null) return null;
  return {
    chooser: createUnitChooser({ ...serverOf(answerModel), attemptMs: answerTimeout }),
    maySend: maySendTo(answerModel, settings),
    timeoutMs: answerTimeout,
    places: new FairQueue(PLACES),
    stopping,
  };
}
