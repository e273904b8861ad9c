import { setTimeout as sleep } from "node:timers/promises";
import { KeepAliveConnection } from "./keep-alive-connection.js";
import { Random } from "./random.js";

/** What to send, and how fast. */
export interface LoadTask {
  readonly port: number;
  readonly seconds: number;
  /** Requests as they go over the wire; one that stands twice is sent twice as often. */
  readonly requests: readonly string[];
  /** "closed": so many askers, each of whom waits for its answer. "open": so many requests a second, whatever comes back. */
  readonly loop: { readonly closed: number } | { readonly open: number };
}

export interface LoadResult {
  readonly sent: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without an answer. */
  readonly lost: number;
  /** Of those answered with 200, in milliseconds from the moment at which they were due. */
  readonly accepted: { readonly median: number; readonly p99: number; readonly most: number };
  /** Of the others. */
  readonly refused: { readonly median: number; readonly p99: number; readonly most: number };
  readonly connections: number;
  /** From the first request to the last answer. */
  readonly lasted: number;
}

/** More connections than this are not opened; what is due then waits, and its time counts. */
const CONNECTIONS_MAX = 4_000;

const task = JSON.parse(process.argv.at(-1) as string) as LoadTask;
const random = new Random(1);
const requests = task.requests.map((text) => Buffer.from(text));
const idle: KeepAliveConnection[] = [];
const all: KeepAliveConnection[] = [];
const accepted: number[] = [];
const refused: number[] = [];
const statuses: Record<string, number> = {};
let sent = 0;
let lost = 0;
let underWay = 0;

async function ask(connection: KeepAliveConnection, due: number): Promise<void> {
  sent += 1;
  underWay += 1;
  try {
    const { status } = await connection.exchange(random.pick(requests), false);
    statuses[status] = (statuses[status] ?? 0) + 1;
    (status === 200 ? accepted : refused).push(performance.now() - due);
  } catch {
    lost += 1;
  }
  underWay -= 1;
}

async function closedLoop(askers: number, until: number): Promise<void> {
  const asker = async () => {
    const connection = opened();
    while (performance.now() < until) await ask(connection, performance.now());
  };
  await Promise.all(Array.from({ length: askers }, asker));
}

async function openLoop(rate: number, until: number): Promise<void> {
  const began = performance.now();
  const waiting: number[] = [];
  let due = 0;
  const give = () => {
    while (waiting.length > 0) {
      const connection = idle.pop() ?? (all.length < CONNECTIONS_MAX ? opened() : undefined);
      if (connection === undefined) return;
      void ask(connection, waiting.shift() as number).then(() => {
        idle.push(connection);
        give();
      });
    }
  };
  for (let now = began; now < until; now = performance.now()) {
    for (; due < ((now - began) / 1000) * rate; due += 1) waiting.push(began + (due / rate) * 1000);
    give();
    await sleep(2);
  }
  while (underWay > 0 || waiting.length > 0) await sleep(10);
}

function opened(): KeepAliveConnection {
  const connection = new KeepAliveConnection(task.port);
  all.push(connection);
  return connection;
}

function quantiles(values: number[]) {
  values.sort((a, b) => a - b);
  const at = (share: number) => Math.round(values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0);
  return { median: at(0.5), p99: at(0.99), most: at(1) };
}

const began = performance.now();
const until = began + task.seconds * 1000;
await ("open" in task.loop ? openLoop(task.loop.open, until) : closedLoop(task.loop.closed, until));
const lasted = (performance.now() - began) / 1000;
for (const connection of all) connection.close();
const result: LoadResult = {
  sent,
  statuses,
  lost,
  accepted: quantiles(accepted),
  refused: quantiles(refused),
  connections: all.length,
  lasted,
};
process.stdout.write(JSON.stringify(result));
