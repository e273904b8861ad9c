import { createServer as createPlainServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { ErrorCode } from "@retrieval/core/errors";
import type { Express } from "express";
import { answerBrokenRequests } from "./broken-requests.js";
import { nativeMessages } from "./native-messages.js";
import { OpenAnswers } from "./open-answers.js";
import { OpenConnections } from "./open-connections.js";
import { closeSilentConnections } from "./silent-connections.js";

/** Time limits in milliseconds, so that no connection stays open without use. */
export interface ConnectionLimits {
  readonly handshakeTimeout: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** No byte either way, as of a client that never reads its answer. */
  readonly silentFor: number;
  /** Hardly a byte of an answer that waits for its client. */
  readonly unreadFor: number;
  /** How late slow headers, slow requests and silence may be noticed. */
  readonly connectionsCheckingInterval: number;
}

/** They apply whatever Node's command line sets. */
const CONNECTION_LIMITS: ConnectionLimits = {
  handshakeTimeout: 15_000,
  headersTimeout: 15_000,
  // A large document may take its time to arrive.
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  // Longer than the 5 minutes for which a client may wait for the end of a job.
  silentFor: 360_000,
  unreadFor: 30_000,
  connectionsCheckingInterval: 5_000,
};

/** In bytes. A note of 2,000 characters beside a file takes 18,000 in the address. */
const HEAD_MAX = 32 * 1024;

export interface ServerOptions {
  /** In PEM; null for plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | null;
  readonly limits?: Partial<ConnectionLimits>;
  /** Told of each refusal that the app does not see. */
  readonly onRefused?: (code: ErrorCode) => void;
}

/** A server that does not listen yet, and its connections, for an orderly stop. */
export interface CreatedServer {
  readonly server: Server;
  readonly connections: OpenConnections;
}

/**
 * The Node server around the app: it bounds how long a connection may take, and answers what Node refuses before the app
 * sees it in the one error body (SPEC 7).
 */
export function createServer(app: Express, { tls = null, limits, onRefused }: ServerOptions = {}): CreatedServer {
  const { handshakeTimeout, silentFor, unreadFor, ...times } = { ...CONNECTION_LIMITS, ...limits };
  // Without Host, RFC 9112 §3.2 asks for a 400: the app gives it in the one error body, Node in none.
  const options = { ...nativeMessages(app), ...times, requireHostHeader: false, maxHeaderSize: HEAD_MAX };
  const server = tls
    ? createTlsServer({ ...options, minVersion: "TLSv1.2", handshakeTimeout, ...tls }, app)
    : createPlainServer(options, app);
  closeSilentConnections(server, { silentFor, unreadFor }, times.connectionsCheckingInterval);
  const answers = new OpenAnswers(server);
  answerBrokenRequests(server, answers, onRefused);
  return { server, connections: new OpenConnections(server, answers) };
}
