import { setTimeout as sleep } from "node:timers/promises";

/** Waits for work, at most so many milliseconds. @returns null if it is not done by then; it continues alone */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  const done = new AbortController();
  const late = sleep(milliseconds, null, { signal: done.signal }).catch(() => null);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
