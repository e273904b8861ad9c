import { type Logger, pino } from "pino";
import type { Settings } from "../settings/settings.js";

/** One JSON object a line on standard error, so that standard output stays for what a command prints. */
export function createLogger({ logLevel }: Pick<Settings, "logLevel">): Logger {
  return pino(
    { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}
