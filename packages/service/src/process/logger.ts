import { type Logger, pino } from "pino";
import type { Settings } from "../settings/settings.js";

/** One JSON object per line on standard error, so that standard output is free for a command's output. */
export function createLogger({ logLevel }: Pick<Settings, "logLevel">): Logger {
  return pino(
    { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}
