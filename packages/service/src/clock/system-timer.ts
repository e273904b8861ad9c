import type { Timer } from "@retrieval/http";

/** Does not keep the process alive. */
export const systemTimer: Timer = (work, ms) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};
