import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Connection {
  /** What to close: under TLS the encrypted socket, as soon as the handshake is done. */
  socket: Socket;
  /** The answers under way. */
  readonly answers: Set<ServerResponse>;
}

/**
 * Every connection of a server and whether a request is under way on it. Node's own `closeIdleConnections` knows only
 * those that have sent a request before, and would wait for one that says nothing, or says it slowly.
 */
export class OpenConnections {
  readonly #connections = new Map<string, Connection>();
  /** The same by the sockets that requests come from. */
  readonly #ofSocket = new WeakMap<Socket, Connection>();
  #draining = false;
  #finishing = false;

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => this.#opened(socket));
    server.on("secureConnection", (socket: Socket) => {
      const connection = this.#connections.get(peerOf(socket));
      if (!connection) return;
      connection.socket = socket;
      this.#ofSocket.set(socket, connection);
    });
    // Before the app, which may answer at once.
    server.prependListener("request", (req, res) => this.#asked(req, res));
  }

  get size(): number {
    return this.#connections.size;
  }

  /**
   * From now on each connection ends with the answer to the newest of its requests. A client that writes just when its
   * idle connection is closed loses its request, so few of them are to be left when the end comes.
   */
  drain(): void {
    this.#draining = true;
    for (const { answers } of this.#connections.values()) sayCloseInNewest(answers);
  }

  /** From now on each connection is closed as soon as no request is under way on it. */
  finish(): void {
    this.drain();
    this.#finishing = true;
    for (const connection of this.#connections.values()) {
      if (connection.answers.size === 0) connection.socket.destroy();
    }
  }

  /** Closes what is left. */
  destroy(): void {
    for (const { socket } of this.#connections.values()) socket.destroy();
  }

  #opened(socket: Socket): void {
    const peer = peerOf(socket);
    const connection: Connection = { socket, answers: new Set() };
    this.#connections.set(peer, connection);
    this.#ofSocket.set(socket, connection);
    socket.once("close", () => {
      // The same peer may be back already.
      if (this.#connections.get(peer) === connection) this.#connections.delete(peer);
    });
  }

  #asked(req: IncomingMessage, res: ServerResponse): void {
    const connection = this.#ofSocket.get(req.socket);
    if (!connection) return;
    connection.answers.add(res);
    if (this.#draining) sayCloseInNewest(connection.answers);
    res.once("close", () => {
      connection.answers.delete(res);
      // What was written still goes out.
      if (this.#finishing && connection.answers.size === 0) connection.socket.destroySoon();
    });
  }
}

/** The raw socket and the encrypted one above it have the same peer, and nothing else in common. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/**
 * RFC 9112 §9.6: tells the client to send its next request elsewhere. Not in the answers before it, of requests that were
 * sent one behind the other: Node closes behind the answer that says it, and those after it would be lost.
 */
function sayCloseInNewest(answers: ReadonlySet<ServerResponse>): void {
  const unsent = [...answers].filter(({ headersSent }) => !headersSent);
  for (const answer of unsent) answer.removeHeader("Connection");
  const newest = [...answers].at(-1);
  if (newest?.headersSent === false) newest.setHeader("Connection", "close");
}
