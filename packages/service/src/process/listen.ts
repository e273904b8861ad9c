import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { answerBrokenRequests, nativeMessages, OpenAnswers } from "@retrieval/http";
import type { Logger } from "pino";
import type { Settings } from "../settings/settings.js";
import type { Service } from "../wiring/compose.js";
import { OpenConnections } from "./open-connections.js";
import { closeSilentConnections } from "./silent-connections.js";

/** Bounded times, in milliseconds, so that no connection is held for nothing. */
export interface ConnectionLimits {
  readonly handshakeTimeout: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** No byte either way, as of a client that never reads its answer. */
  readonly silentFor: number;
  /** How late slow headers, slow requests and silence may be noticed. */
  readonly connectionsCheckingInterval: number;
}

/** Whatever Node is told otherwise on its command line. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  handshakeTimeout: 15_000,
  headersTimeout: 15_000,
  // A large document may take its time to arrive.
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  // Longer than the 5 minutes for which a client may wait for the end of a job.
  silentFor: 360_000,
  connectionsCheckingInterval: 5_000,
};
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

/** What a listening server needs of a service. */
interface Listened {
  readonly app: Service["app"];
  readonly deps: { readonly metrics: Pick<Service["deps"]["metrics"], "refused"> };
}

export async function listen(
  { app, deps }: Listened,
  settings: Pick<Settings, "host" | "port" | "tls">,
  logger: Logger,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<Listening> {
  const { handshakeTimeout, silentFor, ...times } = limits;
  // Without Host, RFC 9112 §3.2 asks for a 400: the app gives it in the one error body, Node in none.
  const options = { ...nativeMessages(app), ...times, requireHostHeader: false };
  const server = settings.tls
    ? createTlsServer({ ...options, minVersion: "TLSv1.2", handshakeTimeout, ...settings.tls }, app)
    : createServer(options, app);
  closeSilentConnections(server, silentFor, limits.connectionsCheckingInterval);
  const answers = new OpenAnswers(server);
  answerBrokenRequests(server, answers, (code) => deps.metrics.refused(code));
  return listenWith(server, settings, logger, answers);
}

/** Any server of ours, from listening to its orderly end. */
export async function listenWith(
  server: Server,
  { host, port }: Pick<Settings, "host" | "port">,
  logger: Logger,
  answers = new OpenAnswers(server),
): Promise<Listening> {
  const connections = new OpenConnections(server, answers);
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

async function finish(server: Server, connections: OpenConnections, logger: Logger): Promise<void> {
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
