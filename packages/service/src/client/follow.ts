import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError } from "@retrieval/api/client";
import { hasEnded, type JobState } from "@retrieval/core/ports";
import { say } from "../texts/say.js";

interface Followed {
  readonly state: JobState;
  readonly progress: number;
}

/** Pauses between two requests, in milliseconds: short work ends quickly, long work costs few calls. */
const PAUSE = { first: 50, factor: 1.5, longest: 1_000 };
/** After this long without progress, no instance works on the job. In milliseconds. */
const STALLED_MS = 10 * 60_000;
/** How long the service may be away; most likely it restarts. In milliseconds. */
const AWAY_MS = 60_000;

/** The work continues or waits in the service, but reports no progress. */
export class StalledError extends Error {
  override readonly name = "StalledError";
}

/**
 * Polls a piece of work until it has ended.
 *
 * @param now milliseconds since 1970
 * @throws StalledError without progress, ConnectionError when the service stays away
 */
export async function follow<T extends Followed>(
  look: () => Promise<T>,
  onProgress: (progress: number) => void,
  now: () => number,
): Promise<T> {
  let last: Followed | null = null;
  let moved = now();
  let heard = now();
  for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.factor, PAUSE.longest)) {
    const view = await look().catch((error: unknown) => {
      if (error instanceof ConnectionError && now() - heard < AWAY_MS) return null;
      throw error;
    });
    if (view !== null) {
      heard = now();
      if (hasEnded(view.state)) return view;
      if (view.state !== last?.state || view.progress !== last.progress) moved = heard;
      last = view;
      onProgress(view.progress);
    }
    if (now() - moved > STALLED_MS) {
      throw new StalledError(say("The service has made no progress for 10 minutes. It continues as soon as it can."));
    }
    await sleep(pause);
  }
}
