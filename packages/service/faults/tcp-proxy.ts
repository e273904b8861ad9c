import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Side = "client" | "server";
/** A cut at a message: before it is passed on, after half of its bytes, or after all of them. */
export const MOMENTS = ["before", "within", "after"] as const;

export interface Cut {
  readonly side: Side;
  /** The message's index among those of that side since {@link TcpProxy.cutAt}, from 0. */
  readonly message: number;
  readonly moment: (typeof MOMENTS)[number];
}

/**
 * A proxy to a PostgreSQL server that simulates network faults: it cuts connections, delays or swallows everything. It
 * parses the lengths of the protocol's messages, so that it can cut at each message.
 */
export class TcpProxy {
  /** The delay of everything from the server, in milliseconds. */
  delay = 0;
  /** true: connections stay open, new ones are accepted, and nothing passes in either direction. */
  silent = false;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  #cut: Cut | null = null;
  #passed = { client: 0, server: 0 };

  private constructor(private to: URL) {
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** @param url of the server */
  static async before(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url));
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  /** The server's URL through this proxy. */
  get url(): string {
    const url = new URL(this.to);
    url.port = String((this.#server.address() as { port: number }).port);
    return url.href;
  }

  /** Counts the messages of both sides from now on, and cuts the connection once at one of them. */
  cutAt(cut: Cut | null): void {
    this.#cut = cut;
    this.#passed = { client: 0, server: 0 };
  }

  /** How many messages have passed since {@link cutAt}. */
  get passed(): Readonly<Record<Side, number>> {
    return this.#passed;
  }

  /** Whether the requested cut was made. */
  get hasCut(): boolean {
    return this.#cut === null;
  }

  /** The number of open connections. */
  get connections(): number {
    return this.#connections.size / 2;
  }

  /** Cuts what is open, and leads to another server from now on. */
  leadTo(url: string): void {
    this.to = new URL(url);
    for (const socket of this.#connections) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#connections) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #accept(client: Socket): void {
    const server = connect(Number(this.to.port), this.to.hostname);
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#connections.add(socket.setNoDelay());
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#connections.delete(socket);
        cut();
      });
    }
    this.#pass("client", client, server, cut, true);
    this.#pass("server", server, client, cut, false);
  }

  /** @param startup whether the first message has no type before its length, like a client's */
  #pass(side: Side, from: Socket, to: Socket, cut: () => void, startup: boolean): void {
    let waiting = Buffer.alloc(0);
    let typed = !startup;
    let last = Promise.resolve();
    const passOn = async (message: Buffer): Promise<void> => {
      const late = side === "server" ? this.delay : 0;
      if (late > 0) await sleep(late);
      if (this.silent || to.destroyed) return;
      const at = this.#cut;
      const isIt = at !== null && at.side === side && at.message === this.#passed[side];
      this.#passed[side] += 1;
      if (!isIt) return void to.write(message);
      this.#cut = null;
      const part = { before: 0, within: message.length >> 1, after: message.length }[at.moment];
      if (part > 0) await new Promise((resolve) => to.write(message.subarray(0, part), resolve));
      cut();
    };
    from.on("data", (data: Buffer) => {
      waiting = Buffer.concat([waiting, data]);
      const messages: Buffer[] = [];
      for (;;) {
        const head = typed ? 1 : 0;
        if (waiting.length < head + 4) break;
        const length = head + waiting.readInt32BE(head);
        if (waiting.length < length) break;
        messages.push(waiting.subarray(0, length));
        waiting = waiting.subarray(length);
        typed = true;
      }
      if (messages.length === 0) return;
      // Data that arrived together is delayed together.
      if (this.delay === 0 || side === "client") {
        for (const message of messages) last = last.then(() => passOn(message));
      } else {
        last = last.then(() => passOn(Buffer.concat(messages)));
      }
    });
  }
}
