import type { Server } from "node:http";
import type { Socket } from "node:net";

interface Watched {
  moved: number;
  /** By `performance.now()`. */
  since: number;
}

/** What Node does not document, and uses itself to tell a slow reader from one that does not read. */
interface Handle {
  readonly bytesWritten: number;
  /** How much of it the system has not taken yet. */
  readonly writeQueueSize: number;
}

/**
 * Closes each connection of a server on which no byte went either way for so long. The time limit of Node's own sockets
 * is up to twice as late where an answer waits for a client that does not read.
 *
 * @param lookEvery how late it may be noticed; both in milliseconds
 */
export function closeSilentConnections(server: Server, silentFor: number, lookEvery: number): void {
  const connections = new Map<Socket, Watched>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { moved: movedOn(socket), since: performance.now() });
    socket.once("close", () => connections.delete(socket));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, watched] of connections) {
      const moved = movedOn(socket);
      if (moved !== watched.moved) Object.assign(watched, { moved, since: now });
      else if (now - watched.since >= silentFor) socket.destroy();
    }
  }, lookEvery).unref();
  server.once("close", () => clearInterval(timer));
}

/** How many bytes have gone either way. An answer that is written at once may take minutes to be read. */
function movedOn(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle: Handle | null };
  return handle === null ? 0 : socket.bytesRead + handle.bytesWritten - handle.writeQueueSize;
}
