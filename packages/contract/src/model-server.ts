import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createEncryptedServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that the server received. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Answer = (request: Received, response: ServerResponse) => void;

export interface TestServer {
  /** With /v1 at its end. */
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves when a request has ended because its client closed the connection. */
  readonly abandoned: Promise<void>;
  close(): Promise<void>;
}

/**
 * A server on this machine that answers as a model server would, or as none should.
 *
 * @param tls in PEM; unset: it speaks plain HTTP
 */
export async function startModelServer(
  answer: Answer,
  tls?: { readonly cert: string; readonly key: string },
): Promise<TestServer> {
  const received: Received[] = [];
  let abandon: (() => void) | undefined;
  const abandoned = new Promise<void>((resolve) => {
    abandon = resolve;
  });
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    response.on("close", () => {
      if (!response.writableFinished) abandon?.();
    });
    const { url = "", headers } = request;
    const one = { path: url, headers, body: JSON.parse((await text(request)) || "{}") as Received["body"] };
    received.push(one);
    answer(one, response);
  };
  const server = tls === undefined ? createServer(listener) : createEncryptedServer(tls, listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: tls === undefined ? `http://127.0.0.1:${port}/v1` : `https://localhost:${port}/v1`,
    received,
    abandoned,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Answers JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
}

/** Answers a body as it is. */
export function raw(status: number, type: string, body: string | Uint8Array): Answer {
  return (_, response) => {
    response.writeHead(status, { "content-type": type }).end(body);
  };
}

/** Announces more than it sends, and cuts the connection. */
export function cut(type: string, body: string): Answer {
  return (_, response) => {
    response.writeHead(200, { "content-type": type, "content-length": String(Buffer.byteLength(body) + 100) });
    response.write(body, () => response.destroy());
  };
}

/** Cuts the connection before any answer. */
export const hangUp: Answer = (_, response) => {
  response.destroy();
};

/** Never answers. */
export const silent: Answer = () => undefined;

/** Answers each request with the next one; the last for all that follow. */
export function inTurn(...answers: readonly [Answer, ...Answer[]]): Answer {
  let count = 0;
  return (request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    answer?.(request, response);
  };
}

/** An address at which no server listens. */
export async function closedPort(): Promise<string> {
  const server = await startModelServer(silent);
  await server.close();
  return server.url;
}
