import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError } from "@retrieval/api/client";
import { hasEnded, type JobState } from "@retrieval/core/ports";

interface Followed {
  readonly state: JobState;
  readonly progress: number;
}

/** Pauses between two looks, in milliseconds: short work is seen at once, long work costs few calls. */
const PAUSE = { first: 50, factor: 1.5, longest: 1_000 };
/** No instance works on a job that does not move for this long. In milliseconds. */
const STALLED_MS = 10 * 60_000;
/** A service that goes away in the middle is most likely being restarted. In milliseconds. */
const AWAY_MS = 60_000;

/** The work goes on (or waits) in the service, but nothing is heard of it. */
export class StalledError extends Error {
  override readonly name = "StalledError";
}

/**
 * Looks at a piece of work until it has ended.
 *
 * @param now milliseconds since 1970
 * @throws StalledError when nothing moves, ConnectionError when the service stays away
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
      throw new StalledError("The service has made no progress for 10 minutes. It goes on as soon as it can.");
    }
    await sleep(pause);
  }
}
