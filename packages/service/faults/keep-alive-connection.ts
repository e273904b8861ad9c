import { connect, type Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; the values of a repeated name are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** No operation takes this long: the answer will never come. */
const PATIENCE_MS = 120_000;

/**
 * One HTTP/1.1 connection that sends raw bytes, also those that no client library would send, and reconnects when the
 * service has closed it.
 */
export class KeepAliveConnection {
  #socket: Socket | null = null;
  #received: Buffer = Buffer.alloc(0);
  #reading: { readonly head: boolean; resolve(answer: RawAnswer): void; reject(error: Error): void } | null = null;

  constructor(private readonly port: number) {}

  /** Connects in advance. */
  async open(): Promise<void> {
    await this.#connected();
  }

  /**
   * @param head whether the answer has no body, even if its headers announce one
   * @throws Error if the connection ends, or nothing comes for {@link PATIENCE_MS}
   */
  async exchange(request: Buffer, head: boolean): Promise<RawAnswer> {
    const socket = this.#socket ?? (await this.#connected());
    return new Promise<RawAnswer>((resolve, reject) => {
      this.#reading = { head, resolve, reject };
      socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #connected(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.port, host: "127.0.0.1", noDelay: true });
      socket.once("connect", () => {
        this.#socket = socket;
        resolve(socket);
      });
      socket.setTimeout(PATIENCE_MS, () =>
        socket.destroy(new Error(`nothing came for ${PATIENCE_MS / 1_000} seconds`)),
      );
      socket.on("data", (part) => this.#take(part));
      socket.on("error", (error) => {
        reject(error);
        this.#ended(socket, error);
      });
      socket.on("close", () =>
        this.#ended(socket, new Error("the connection was closed before the answer was complete")),
      );
    });
  }

  #ended(socket: Socket, error: Error): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#received = Buffer.alloc(0);
    const reading = this.#reading;
    this.#reading = null;
    reading?.reject(error);
  }

  #take(part: Buffer): void {
    this.#received = this.#received.length === 0 ? part : Buffer.concat([this.#received, part]);
    const reading = this.#reading;
    if (reading === null) return;
    const answer = parseAnswer(this.#received, reading.head);
    if (answer === null) return;
    this.#reading = null;
    this.#received = this.#received.subarray(answer.length);
    if (answer.headers.connection === "close") {
      this.#socket?.destroy();
      this.#socket = null;
      this.#received = Buffer.alloc(0);
    }
    reading.resolve(answer);
  }
}

/** @returns null while it is incomplete; `length`: its size in bytes */
export function parseAnswer(bytes: Buffer, head: boolean): (RawAnswer & { readonly length: number }) | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [line = "", ...fields] = bytes.toString("latin1", 0, end).split("\r\n");
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const colon = field.indexOf(":");
    const name = field.slice(0, colon).toLowerCase();
    const value = field.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const status = Number(line.split(" ", 2)[1]);
  const from = end + 4;
  if (head || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0), length: from };
  if (headers["transfer-encoding"] === "chunked") return chunked(bytes, from, { status, headers });
  const length = from + Number(headers["content-length"] ?? 0);
  if (bytes.length < length) return null;
  return { status, headers, body: bytes.subarray(from, length), length };
}

function chunked(bytes: Buffer, from: number, answer: Omit<RawAnswer, "body">) {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    const next = line + 2 + size + 2;
    if (bytes.length < next) return null;
    if (size === 0) return { ...answer, body: Buffer.concat(parts), length: next };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = next;
  }
}
