import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/**
 * A minimal proxy: requests go round-robin to the instances whose last /readyz was good. A request whose connection was
 * refused, so that nothing was sent, goes to the next instance; no other request is repeated.
 */
export class ReadyProxy {
  readonly #server = createServer((req, res) => void this.#pass(req, res));
  readonly #instances = new Map<string, boolean>();
  #turn = 0;
  #looking: Promise<void> | null = null;

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.#looking = this.#look();
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Polls an instance from now on; it gets requests once it is ready. */
  async add(url: string): Promise<void> {
    this.#instances.set(url, false);
    while (!this.#instances.get(url)) await sleep(LOOK_EVERY_MS);
  }

  remove(url: string): void {
    this.#instances.delete(url);
  }

  async stop(): Promise<void> {
    const looking = this.#looking;
    this.#looking = null;
    await looking;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #look(): Promise<void> {
    do {
      for (const url of this.#instances.keys()) {
        const ready = await fetch(`${url}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (this.#instances.has(url)) this.#instances.set(url, ready);
      }
      await sleep(LOOK_EVERY_MS);
    } while (this.#looking !== null);
  }

  async #pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body: Buffer[] = [];
    for await (const part of req) body.push(part as Buffer);
    const ready = [...this.#instances].filter(([, is]) => is).map(([url]) => url);
    this.#turn += 1;
    for (let n = 0; n < ready.length; n += 1) {
      const answered = await passTo(ready[(this.#turn + n) % ready.length] ?? "", req, Buffer.concat(body), res);
      if (answered) return;
    }
    res.writeHead(502).end("no instance is ready");
  }
}

/** @returns false if the connection was refused */
function passTo(instance: string, req: IncomingMessage, body: Buffer, res: ServerResponse): Promise<boolean> {
  const { hostname, port } = new URL(instance);
  const headers = { ...req.headers, connection: "close", "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.2" };
  return new Promise((resolve) => {
    const onward = request({ hostname, port, method: req.method, path: req.url, headers, agent: false }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, { "content-type": answer.headers["content-type"] ?? "text/plain" });
      answer.pipe(res);
      answer.once("close", () => {
        if (!answer.complete) res.destroy();
        resolve(true);
      });
    });
    onward.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") return resolve(false);
      if (!res.headersSent) res.writeHead(502).end(String(error.code));
      resolve(true);
    });
    onward.end(body);
  });
}
