import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { CreatedServer } from "@retrieval/http";
import type { Logger } from "pino";
import type { Settings } from "../settings/settings.js";

/** How long requests under way may take once the server stops, in milliseconds. */
const FINISH_WITHIN = 15_000;

export interface Listening {
  /** Also where the system chose it. */
  readonly port: number;
  /** Goes on as before, and lets go of each connection with its next answer. */
  drain(): void;
  /** Stops accepting, closes what is idle, lets what is under way be answered for a while, then closes the rest. */
  finish(): Promise<void>;
}

/** @throws Error as Node says it, if the address cannot be listened at */
export async function listen(
  { server, connections }: CreatedServer,
  { host, port }: Pick<Settings, "host" | "port">,
  logger: Logger,
): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  // No file descriptor left, for example: one connection is lost, the others need not be.
  server.on("error", (error) => logger.error({ reason: error.message }, "a connection could not be accepted"));
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => connections.drain(),
    finish: () => finish(server, connections, logger),
  };
}

async function finish(server: Server, connections: CreatedServer["connections"], logger: Logger): Promise<void> {
  // What has arrived by now, but was not read yet, is a request under way too.
  await setImmediate();
  await setImmediate();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.finish();
  const patience = new AbortController();
  const late = sleep(FINISH_WITHIN, true, { signal: patience.signal }).catch(() => false);
  if (await Promise.race([closed.then(() => false), late])) {
    logger.warn({ connections: connections.size }, "requests that did not end in time are cut off");
    connections.destroy();
  }
  patience.abort();
  await closed;
}
