import { migrateToLatest, openDatabase } from "@retrieval/postgres";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";
import { composeService, ensureAdmin, type Service } from "./compose.js";
import { finishRequests, listen } from "./listen.js";
import type { Settings } from "./settings/settings.js";

/** How long a stop may take before the process ends all the same, in milliseconds. */
const STOP_WITHIN = 25_000;

export interface RunningService {
  readonly service: Service;
  readonly port: number;
}

/**
 * The whole life of a service process: database, migrations, first admin, listening, and an orderly end on SIGTERM or
 * SIGINT, in which everything accepted is answered.
 *
 * @param prepare runs before anything listens, on the migrated database
 */
export async function runService(
  settings: Settings,
  { logger, httpsOnly, prepare }: { logger: Logger; httpsOnly: boolean; prepare?: (service: Service) => Promise<void> },
): Promise<RunningService> {
  const onConnectionError = (error: Error) => logger.warn({ err: error }, "a database connection was lost");
  const database = await openDatabase({ ...settings.database, onConnectionError });
  try {
    await migrateToLatest(database.db);
    const service = composeService(settings, database, { logger, httpsOnly });
    const admin = await ensureAdmin(settings, service.deps);
    if (admin !== null) logger.info({ user_id: admin }, "created the first admin");
    service.worker.start();
    await prepare?.(service);
    const { server, port } = await listen(service.app, settings);
    closeWithGrace({ delay: STOP_WITHIN, logger: false }, async ({ err, signal }) => {
      if (err) logger.fatal({ err }, "the service ends on an error that nobody caught");
      else logger.info({ signal }, "stopping: finishing what was accepted");
      service.drain();
      await finishRequests(server);
      await service.worker.stop();
      service.stop();
      await database.close();
      logger.info("stopped");
    });
    return { service, port };
  } catch (error) {
    await database.close();
    throw error;
  }
}
