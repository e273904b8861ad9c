import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Ends the answers of a connection that closes before their turn has come. Of requests that a client sends one behind
 * the other (RFC 9112 §9.3.2) the first one's answer alone has the connection; the others hear nothing of its end from
 * Node, and whoever waits for theirs, as the log and the metrics do, would wait for ever.
 */
export function endUnsentAnswers(server: Server): void {
  const answers = new WeakMap<Duplex, Set<ServerResponse>>();

  server.prependListener("request", ({ socket }: IncomingMessage, res: ServerResponse) => {
    const known = answers.get(socket);
    const open = known ?? new Set();
    open.add(res);
    res.once("close", () => open.delete(res));
    if (known !== undefined) return;
    answers.set(socket, open);
    socket.once("close", () => {
      for (const answer of open) if (answer.socket === null && !answer.writableFinished) end(answer);
    });
  });
}

function end(answer: ServerResponse): void {
  answer.destroy();
  answer.emit("close");
}
