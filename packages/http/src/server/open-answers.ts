import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Told of a connection, after the change. */
export interface OpenAnswersWatcher {
  /** Another request has come in on it, and has not been given to the app yet. */
  opened(connection: Socket): void;
  /** An answer on it is at its end, sent or not. Told once for each answer. */
  closed(connection: Socket): void;
}

/**
 * The answers under way on each connection of a server, from the request to `close`, in the order of their requests.
 *
 * Answers of a connection that closes before their turn has come end with it. Of pipelined requests (RFC 9112 §9.3.2)
 * only the first one's answer has the connection. Node 24 and later report `close` of the others too; Node 20 and 22 do
 * not, and the log and the metrics, which wait for it, would wait for ever.
 */
export class OpenAnswers {
  readonly #answers = new WeakMap<Socket, Set<ServerResponse>>();
  readonly #watchers: OpenAnswersWatcher[] = [];

  constructor(server: Server) {
    // Before the app, which may answer at once.
    server.prependListener("request", ({ socket }: IncomingMessage, res: ServerResponse) => this.#opened(socket, res));
  }

  on(connection: Socket): readonly ServerResponse[] {
    return [...(this.#answers.get(connection) ?? [])];
  }

  watch(watcher: OpenAnswersWatcher): void {
    this.#watchers.push(watcher);
  }

  #opened(connection: Socket, answer: ServerResponse): void {
    const answers = this.#answers.get(connection) ?? this.#first(connection);
    answers.add(answer);
    answer.once("close", () => {
      answers.delete(answer);
      for (const watcher of this.#watchers) watcher.closed(connection);
    });
    for (const watcher of this.#watchers) watcher.opened(connection);
  }

  #first(connection: Socket): Set<ServerResponse> {
    const answers = new Set<ServerResponse>();
    this.#answers.set(connection, answers);
    connection.once("close", () => {
      for (const answer of answers) {
        if (answer.socket !== null || answer.writableFinished) continue;
        answer.destroy();
        // Node's own report comes in a tick that destroy() has queued before this one, and takes the answer out.
        process.nextTick(() => answers.has(answer) && answer.emit("close"));
      }
    });
    return answers;
  }
}
