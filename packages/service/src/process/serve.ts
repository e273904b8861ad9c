import { hasHttps, WITHOUT_HTTPS } from "../settings/https.js";
import type { Environment } from "../settings/reader.js";
import { readSettings } from "../settings/settings.js";
import { say, sentence } from "../texts/say.js";
import { builtPages, PAGES_NOT_BUILT } from "../wiring/built-pages.js";
import { createLogger } from "./logger.js";
import { runService } from "./run-service.js";
import { startFailure } from "./start-failure.js";
import { whereToGo } from "./where-to-go.js";

/**
 * The service in production.
 *
 * @param tell prints for an operator at a terminal; null: only the log says where the service listens
 * @throws SettingsError with all problems at once
 */
export async function serve(env: Environment, tell: ((text: string) => void) | null): Promise<void> {
  const settings = readSettings(env);
  const logger = createLogger(settings);
  for (const warning of settings.warnings) logger.warn(warning);
  for (const { what, mend } of settings.unknown) logger.warn(`${sentence(what)} ${mend}`);
  if (!hasHttps(settings)) logger.warn(`${sentence(say(WITHOUT_HTTPS.what))} ${say(WITHOUT_HTTPS.mend)}`);
  if (settings.database.kind === "embedded") {
    logger.warn(
      say("the embedded database is for trials: it never calls fsync, so a power cut can lose the last commits"),
    );
  }
  const pages = await builtPages();
  if (pages === null) logger.warn(`${sentence(say(PAGES_NOT_BUILT.what))} ${say(PAGES_NOT_BUILT.mend)}`);
  try {
    const { port } = await runService(settings, { logger, httpsOnly: true, pages });
    logger.info({ host: settings.HOST, port, tls: settings.tls !== null }, "listening");
    tell?.(whereToGo(settings, port));
  } catch (error) {
    const failure = startFailure(error, settings);
    if (failure === null) throw error;
    const { message, ...facts } = failure;
    logger.fatal(facts, message);
    process.exit(1);
  }
}
