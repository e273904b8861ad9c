import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The body of a client's call: a signed request, an import, or a synchronisation record. */
export interface SentBody {
  readonly user_id?: string;
  readonly timestamp?: number;
  readonly signature?: string;
  readonly users?: readonly { readonly user_id: string }[];
  readonly update_existing?: boolean;
}

export interface ReceivedCall {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: SentBody;
}

export type Responder = (call: ReceivedCall, response: ServerResponse, index: number) => void;

/** A real HTTP server on the loopback address whose answers the test defines. */
export async function startLocalService(respond: Responder) {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    readText(request).then((text) => {
      const { method, url, headers } = request;
      const call = { method, url, headers, body: JSON.parse(text) };
      respond(call, response, calls.push(call) - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
