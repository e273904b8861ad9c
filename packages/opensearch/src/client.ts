import type { ClientRequest, IncomingMessage } from "node:http";
import { Client, Connection } from "@opensearch-project/opensearch";

/** The servers of one OpenSearch cluster, and the user that the service is there. */
export interface ServerOptions {
  /** Each `https://host:port`, or `http://` for an address of this machine. */
  readonly urls: readonly string[];
  /** null: the servers ask for no user, as those on this machine may. */
  readonly user: string | null;
  readonly password: string | null;
  /** Certificates of authorities in PEM that the servers' certificates must come from; null: those that Node knows. */
  readonly ca: string | null;
}

/**
 * A client of the library. It keeps connections open, sends requests to the servers in turn, and leaves out a server
 * that failed until it answers again. Await its answers through {@link answerOf}, which limits their time.
 *
 * @param options.requestTimeout how long one server may take, in milliseconds; then the next one is asked
 */
export function createClient(
  { urls, user, password, ca }: ServerOptions,
  { requestTimeout = 30_000 }: { readonly requestTimeout?: number } = {},
): Client {
  return new Client({
    requestTimeout,
    nodes: [...urls],
    Connection: ConnectionWithCauses,
    ...(user === null || password === null ? {} : { auth: { username: user, password } }),
    ...(ca === null ? {} : { ssl: { ca } }),
    // One for each server, since a connection that was kept may lead to one that has restarted.
    maxRetries: urls.length,
    // It looks through each answer for names that matter only where objects are merged, which takes longer than parsing.
    disablePrototypePoisoningProtection: true,
  });
}

type OnResponse = (error: Error | null, response: IncomingMessage | null) => void;

/** The library keeps only the message of a connection's error, and its code is needed. */
class ConnectionWithCauses extends Connection {
  override request(params: Parameters<Connection["request"]>[0], onResponse: OnResponse): ClientRequest {
    let cause: Error | undefined;
    const request = super.request(params, (error, response) => {
      if (error !== null && cause !== undefined) error.cause = cause;
      onResponse(error, response);
    });
    return request.prependOnceListener("error", (error) => {
      cause = error;
    });
  }
}
