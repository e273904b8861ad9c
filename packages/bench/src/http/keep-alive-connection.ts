import { connect, type Socket } from "node:net";

export interface Received {
  readonly status: number;
  /** Created on demand. */
  body(): string;
}

/**
 * One keep-alive connection that sends prepared bytes and counts the bytes of the answer: a client that is cheap enough
 * not to hide the servers' cost. It only understands answers with a Content-Length.
 */
export class Connection {
  #head = "";
  #parts: Buffer[] = [];
  #missing = 0;
  #answered: ((received: Received) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  constructor(private readonly socket: Socket) {
    socket.on("data", (part: Buffer) => this.#take(part));
    socket.on("error", (error) => this.#failed?.(error));
    socket.on("close", () => this.#failed?.(new Error("the connection was closed")));
  }

  static open(port: number): Connection {
    return new Connection(connect({ port, host: "127.0.0.1", noDelay: true }));
  }

  ask(request: Buffer): Promise<Received> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.#failed = null;
    this.socket.destroy();
  }

  #take(received: Buffer): void {
    let part = received;
    if (this.#parts.length === 0) {
      const end = received.indexOf("\r\n\r\n");
      this.#head = received.toString("latin1", 0, end + 2);
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(this.#head)?.[1];
      if (length === undefined) {
        this.socket.destroy(new Error("the head of an answer came in parts, or has no Content-Length"));
        return;
      }
      this.#missing = Number(length);
      part = received.subarray(end + 4);
    }
    this.#parts.push(part);
    this.#missing -= part.length;
    if (this.#missing === 0) this.#end();
  }

  #end(): void {
    const parts = this.#parts;
    this.#parts = [];
    this.#answered?.({ status: Number(this.#head.slice(9, 12)), body: () => Buffer.concat(parts).toString("utf8") });
  }
}

/** One request on a separate connection. */
export async function ask(port: number, request: Buffer): Promise<Received> {
  const connection = Connection.open(port);
  try {
    return await connection.ask(request);
  } finally {
    connection.close();
  }
}
