import { performance } from "node:perf_hooks";
import closeWithGrace from "close-with-grace";

/** npx passes a signal on that its whole group got, so the service is told twice. In milliseconds. */
const TOLD_TWICE = 1_000;

/**
 * Stops once, in order, on SIGTERM, SIGINT or an uncaught error, and ends the process. A later second signal ends it at
 * once.
 *
 * @param within milliseconds after which the process ends anyway
 */
export function stopOnSignals(
  within: number,
  stop: (why: { readonly err?: Error | undefined; readonly signal?: string | undefined }) => Promise<void>,
): void {
  let told: { readonly signal: string; readonly at: number } | null = null;
  const { close } = closeWithGrace({ delay: within, logger: false, skip: ["SIGTERM", "SIGINT"] }, ({ err, signal }) =>
    stop({ err, signal: told?.signal ?? signal }),
  );
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (told === null) {
        told = { signal, at: performance.now() };
        void close();
      } else if (performance.now() - told.at > TOLD_TWICE) process.exit(1);
    });
}
