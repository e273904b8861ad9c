import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { OpenAnswers } from "./open-answers.js";

interface Connection {
  /** What to close: under TLS the encrypted socket, as soon as the handshake is done. */
  socket: Socket;
}

/**
 * Every connection of a server, to be closed as soon as no request is under way on it. Node's own `closeIdleConnections`
 * knows only those that have sent a request before, and would wait for one that says nothing, or says it slowly.
 */
export class OpenConnections {
  readonly #answers: OpenAnswers;
  /** By peer. */
  readonly #connections = new Map<string, Connection>();
  #draining = false;
  #finishing = false;

  constructor(server: Server, answers: OpenAnswers) {
    this.#answers = answers;
    server.on("connection", (socket: Socket) => this.#opened(socket));
    server.on("secureConnection", (socket: Socket) => {
      const connection = this.#connections.get(peerOf(socket));
      if (connection) connection.socket = socket;
    });
  }

  get size(): number {
    return this.#connections.size;
  }

  /**
   * From now on each connection ends with the answer to the newest of its requests. A client that writes just when its
   * idle connection is closed loses its request, so few of them are to be left when the end comes.
   */
  drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    for (const { socket } of this.#connections.values()) sayCloseInNewest(this.#answers.on(socket));
    this.#answers.watch({
      opened: (socket) => sayCloseInNewest(this.#answers.on(socket)),
      // What was written still goes out.
      closed: (socket) => {
        if (this.#finishing && this.#answers.on(socket).length === 0) socket.destroySoon();
      },
    });
  }

  /** From now on each connection is closed as soon as no request is under way on it. */
  finish(): void {
    this.drain();
    this.#finishing = true;
    for (const { socket } of this.#connections.values()) if (this.#answers.on(socket).length === 0) socket.destroy();
  }

  /** Closes what is left. */
  destroy(): void {
    for (const { socket } of this.#connections.values()) socket.destroy();
  }

  #opened(socket: Socket): void {
    const peer = peerOf(socket);
    const connection: Connection = { socket };
    this.#connections.set(peer, connection);
    socket.once("close", () => {
      // The same peer may be back already.
      if (this.#connections.get(peer) === connection) this.#connections.delete(peer);
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
function sayCloseInNewest(answers: readonly ServerResponse[]): void {
  for (const answer of answers) if (!answer.headersSent) answer.removeHeader("Connection");
  const newest = answers.at(-1);
  if (newest?.headersSent === false) newest.setHeader("Connection", "close");
}
