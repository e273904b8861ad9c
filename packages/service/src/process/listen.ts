import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { CreatedServer } from "@retrieval/http";
import type { Logger } from "pino";
import type { Settings } from "../settings/settings.js";
import { within } from "./within.js";

/** How long open requests may take once the server stops, in milliseconds. */
const FINISH_WITHIN = 15_000;

export interface Listening {
  /** The real port, also if the system chose it. */
  readonly port: number;
  /** Continues to answer, and closes each connection with its next answer. */
  drain(): void;
  /** Stops accepting, closes idle connections, gives open requests some time to end, then closes the rest. */
  finish(): Promise<void>;
}

/** @throws Error with Node's message if it cannot listen at the address */
export async function listen(
  { server, connections }: CreatedServer,
  { HOST: host, PORT: port }: Pick<Settings, "HOST" | "PORT">,
  logger: Logger,
): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  // For example, no file descriptor is left: that loses one connection, and the others can stay.
  server.on("error", (error) => logger.error({ reason: error.message }, "a connection could not be accepted"));
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => connections.drain(),
    finish: () => finish(server, connections, logger),
  };
}

async function finish(server: Server, connections: CreatedServer["connections"], logger: Logger): Promise<void> {
  // Data that has arrived but was not read yet is an open request too.
  await setImmediate();
  await setImmediate();
  const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
  connections.finish();
  if (await within(FINISH_WITHIN, closed)) return;
  logger.warn({ connections: connections.size }, "requests that did not end in time are cut off");
  connections.destroy();
  await closed;
}
