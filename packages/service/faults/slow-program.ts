import { connect, type Socket } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

export interface SlowTask {
  readonly port: number;
  /** Connections that send their headers or bodies slowly. */
  readonly connections: number;
  /** Connections that send bodies slowly without a token. */
  readonly strangers: number;
  /** How long all of them continue at most, in seconds. */
  readonly seconds: number;
}

/** The message sent once the service has accepted all of them, with the seconds that took. */
export interface AllOpen {
  readonly openAfter: number;
}

/** Results of the connections of one kind. */
export interface SlowResult {
  readonly opened: number;
  /** How many the service closed. */
  readonly ended: number;
  /** The count of each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** When the last one was closed, in seconds after its opening. */
  readonly lastEnded: number;
}

const task = (await json(process.stdin)) as SlowTask;
const HTTPS = "Host: x\r\nX-Forwarded-Proto: https\r\n";
const body = (length: number) => `${HTTPS}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** What each kind sends before it becomes slow. */
const KINDS = {
  headers: `GET /api/config HTTP/1.1\r\n${HTTPS}X: `,
  bodies: `POST /api/auth/sso-token HTTP/1.1\r\n${body(10_000)}`,
  // More than the service discards to keep a connection.
  strangers: `PUT /api/manage/users/x HTTP/1.1\r\n${body(100_000)}`,
};
type Kind = keyof typeof KINDS;

/** Sends a byte a second until the connection is closed. */
class SlowConnection {
  readonly #opened = performance.now();
  readonly #socket: Socket;
  status = 0;
  /** In seconds after its opening; null: still open. */
  endedAfter: number | null = null;
  connected = false;
  /** Resolves with its first answer, or when it is closed. */
  readonly answered: Promise<void>;

  constructor(readonly kind: Kind) {
    this.#socket = connect(task.port, "127.0.0.1", () => {
      this.connected = true;
      this.#socket.write(KINDS[kind]);
    });
    this.answered = new Promise((resolve) => {
      this.#socket.once("data", (data) => {
        this.status = Number(String(data).match(/^HTTP\/1\.1 (\d+)/)?.[1]);
        resolve();
      });
      this.#socket.on("close", () => {
        this.endedAfter = (performance.now() - this.#opened) / 1000;
        resolve();
      });
    });
    this.#socket.on("error", () => undefined);
  }

  sendByte(): void {
    if (this.connected && this.endedAfter === null && this.#socket.writable) this.#socket.write("x");
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

const kinds: readonly Kind[] = ["headers", "bodies", "strangers"];
const strangerEvery = task.connections / task.strangers;
const all: SlowConnection[] = [];
const began = performance.now();
for (let i = 0; i < task.connections; i += 1) {
  all.push(new SlowConnection(i % 5 < 3 ? "headers" : "bodies"));
  if ((i + 1) % strangerEvery > 0) continue;
  const stranger = new SlowConnection("strangers");
  all.push(stranger);
  // Opens connections as fast as the service accepts them: the kernel's accept queue is short, and
  // all have to be open before the first is ended.
  if ((i + 1) % 100 === 0) await stranger.answered;
}
process.send?.({ openAfter: (performance.now() - began) / 1000 } satisfies AllOpen);
for (let second = 0; second < task.seconds; second += 1) {
  for (const connection of all) connection.sendByte();
  await sleep(1_000);
}
const result = Object.fromEntries(kinds.map((kind) => [kind, resultOf(all.filter((one) => one.kind === kind))]));
for (const connection of all) connection.destroy();
process.stdout.write(JSON.stringify(result));

function resultOf(connections: readonly SlowConnection[]): SlowResult {
  const statuses: Record<string, number> = {};
  for (const { status } of connections) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    opened: connections.filter(({ connected }) => connected).length,
    ended: connections.filter(({ endedAfter }) => endedAfter !== null).length,
    statuses,
    lastEnded: Math.max(0, ...connections.map(({ endedAfter }) => endedAfter ?? 0)),
  };
}
