import { type Logger, pino } from "pino";
import type { Settings } from "../settings/settings.js";

/** One JSON object per line on standard error, so that standard output is free for a command's output. */
export function createLogger({ LOG_LEVEL }: Pick<Settings, "LOG_LEVEL">): Logger {
  return pino(
    { level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}
