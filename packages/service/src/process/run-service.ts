import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorCode } from "@retrieval/core/errors";
import { createServer, type Pages } from "@retrieval/http";
import { type Database, KnownTables, migrateToLatest, openDatabase } from "@retrieval/postgres";
import type { Logger } from "pino";
import type { Settings } from "../settings/settings.js";
import { readStarterVocabulary } from "../vocabulary/vocabulary-files.js";
import { composeService, type Service } from "../wiring/compose.js";
import { loadAssistants } from "../wiring/load-assistants.js";
import { loadPageRecogniser } from "../wiring/load-page-recogniser.js";
import { findEmbeddedModel } from "../wiring/meaning-model.js";
import { ensureAdmin } from "./first-admin.js";
import { listen } from "./listen.js";
import { stopOnSignals } from "./stop-on-signals.js";
import { tryListening } from "./try-listening.js";
import { within } from "./within.js";

/** How long a stop may take after the drain before the process ends anyway, in milliseconds. */
const STOP_WITHIN = 25_000;
/** How long the database may take to close, in milliseconds: ending our process rolls back a statement that hangs. */
const CLOSE_WITHIN = 5_000;

const NO_ADMIN = {
  what: "there is no active admin, so no user can import users or manage documents",
  mend: "Set ADMIN_USER_ID and ADMIN_DISPLAY_NAME, and start the service again.",
};

const NO_MEANING = {
  what: "search by meaning is off, because the embedded model cannot be loaded: searches go by words",
  mend: "Install @retrieval/e5 where its runtime has a build, or set MEANING=off.",
};

export interface RunOptions {
  readonly logger: Logger;
  readonly httpsOnly: boolean;
  readonly pages: Pages | null;
  /** Runs before the service listens, on the migrated database and with jobs running. */
  readonly prepare?: (service: Service) => Promise<void>;
  /** What else the process must close, at the same time as the service. */
  readonly finishToo?: () => Promise<void>;
}

export interface RunningService {
  readonly service: Service;
  readonly port: number;
}

/**
 * The whole life of a service process: database, migrations, first admin, listening, and an orderly stop on SIGTERM or
 * SIGINT, in which every accepted request is answered.
 */
export async function runService(
  settings: Settings,
  { logger, httpsOnly, pages, prepare, finishToo }: RunOptions,
): Promise<RunningService> {
  const onConnectionError = (error: Error) => logger.warn({ reason: error.message }, "a database connection was lost");
  const onStatementsForgotten = (code: string) =>
    logger.warn({ code }, "the server or a pooler drops prepared statements; look-ups continue without them");
  // A start that cannot listen changes nothing. Another process may still take the port before this one does.
  await tryListening(settings);
  const assistants = await loadAssistants(settings);
  const recogniser = await loadPageRecogniser(logger);
  if (recogniser !== null) logger.info("scanned pages are recognised (OCR)");
  const { embedded, missing } = await findEmbeddedModel(settings, (reason) =>
    logger.warn({ reason }, "the embedded model ended, and starts again with the next text"),
  );
  if (missing !== null) logger.warn({ reason: missing }, `${NO_MEANING.what}. ${NO_MEANING.mend}`);
  const database = await openDatabase({ ...settings.database, onConnectionError, onStatementsForgotten });
  let service: Service | undefined;
  try {
    await migrateToLatest(database.db);
    const tables = await KnownTables.find(database.db);
    service = composeService(settings, database, {
      tables,
      logger,
      httpsOnly,
      pages,
      assistants,
      recogniser,
      embedded,
    });
    const { deps, worker, retentions, clockWatch, days, index, embeddings, webhooks } = service;
    await deps.accessTokens.owners.learnAll();
    await deps.vocabularyStore.addStarters(readStarterVocabulary());
    await days.start();
    worker.start();
    index.start();
    embedded?.start();
    embeddings?.start();
    webhooks.start();
    for (const retention of retentions) retention.start();
    clockWatch.start();
    await prepare?.(service);
    const admin = await ensureAdmin(settings, deps);
    if (admin === "created") logger.info({ user_id: settings.firstAdmin?.user_id }, "created the first admin");
    if (admin === "missing") logger.warn(`${NO_ADMIN.what}. ${NO_ADMIN.mend}`);
    const onRefused = (code: ErrorCode) => deps.metrics.count("refused", { code });
    const server = createServer(service.app, { tls: settings.tls, onRefused });
    const { port, drain: letGo, finish } = await listen(server, settings, logger);
    const drain = settings.DRAIN_SECONDS * 1000;
    stopOnSignals(drain + STOP_WITHIN, async ({ err, signal }) => {
      if (err) logger.fatal({ err }, "the service ends on an uncaught error");
      else logger.info({ signal }, "stopping: finishing accepted requests");
      service?.drain();
      letGo();
      // A proxy sees the change only at its next request to /readyz; until then its requests are answered.
      if (!err) await sleep(drain);
      await Promise.all([finish(), worker.stop(), finishToo?.()]);
      await end(service, database);
      logger.info("stopped");
    });
    return { service, port };
  } catch (error) {
    await service?.worker.stop();
    await end(service, database);
    throw error;
  }
}

async function end(service: Service | undefined, database: Database): Promise<void> {
  await service?.stop();
  await within(CLOSE_WITHIN, database.close());
}
