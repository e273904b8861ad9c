import type { Server } from "node:http";
import type { Socket } from "node:net";

/** With fewer bytes in its time, an answer that waits for its client counts as unread. */
const UNREAD_BYTES = 4 * 1024;

interface Watched {
  moved: number;
  isUnread: boolean;
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
 * Closes each connection of a server on which no byte went either way for so long, or fewer than {@link UNREAD_BYTES} of
 * an answer that its client does not read: it holds memory. The time limit of Node's own sockets is up to twice as late.
 *
 * @param lookEvery how late it may be noticed; all in milliseconds
 */
export function closeSilentConnections(
  server: Server,
  limits: { readonly silentFor: number; readonly unreadFor: number },
  lookEvery: number,
): void {
  const connections = new Map<Socket, Watched>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { ...stateOf(socket), since: performance.now() });
    socket.once("close", () => connections.delete(socket));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, watched] of connections) {
      const { moved, isUnread } = stateOf(socket);
      const hasMoved = moved - watched.moved >= (isUnread ? UNREAD_BYTES : 1);
      if (hasMoved || isUnread !== watched.isUnread) Object.assign(watched, { moved, isUnread, since: now });
      else if (now - watched.since >= (isUnread ? limits.unreadFor : limits.silentFor)) socket.destroy();
    }
  }, lookEvery).unref();
  server.once("close", () => clearInterval(timer));
}

/** How many bytes have gone either way. An answer that is written at once may take minutes to be read. */
function stateOf(socket: Socket) {
  const { _handle: handle } = socket as Socket & { readonly _handle: Handle | null };
  const { bytesWritten, writeQueueSize } = handle ?? { bytesWritten: 0, writeQueueSize: 0 };
  return { moved: socket.bytesRead + bytesWritten - writeQueueSize, isUnread: writeQueueSize > 0 };
}
