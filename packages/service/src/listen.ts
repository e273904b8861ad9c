import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type createApp, nativeMessages } from "@retrieval/http";
import type { Settings } from "./settings/settings.js";

/** Bounded times, so that no connection is held for nothing; a large document may take its time to arrive. */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 65_000 };

/** Starts listening. @returns the server and the port, also where the system chose it */
export async function listen(
  app: ReturnType<typeof createApp>,
  settings: Pick<Settings, "host" | "port" | "tls">,
): Promise<{ server: Server; port: number }> {
  const options = { ...nativeMessages(app), ...TIMEOUTS };
  const server = settings.tls ? createTlsServer({ ...options, ...settings.tls }, app) : createServer(options, app);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Stops accepting, lets what was accepted be answered, then resolves. */
export async function finishRequests(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was busy at the close is idle later, and a client may keep it open for long.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(sweeping);
}
