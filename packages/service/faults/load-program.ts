import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { KeepAliveConnection } from "./keep-alive-connection.js";
import { Random } from "./random.js";

/** What to send, and how fast. */
export interface LoadTask {
  readonly port: number;
  readonly seconds: number;
  /** Serialised requests; a duplicate is sent twice as often. */
  readonly requests: readonly string[];
  /** "closed": the number of clients, each of which waits for its answer. "open": the number of requests a second. */
  readonly loop: { readonly closed: number } | { readonly open: number };
}

export interface LoadResult {
  readonly sent: number;
  /** The count of each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without an answer, by failure. */
  readonly lost: Readonly<Record<string, number>>;
  /** Times of answers with 200, in milliseconds since the request was due. */
  readonly accepted: { readonly median: number; readonly p99: number; readonly most: number };
  /** Times of other answers. */
  readonly refused: { readonly median: number; readonly p99: number; readonly most: number };
  /** From the first request to the last answer. */
  readonly lasted: number;
}

/**
 * The connections of an open loop, opened in advance as by a proxy. A request that is due while all are busy waits, and
 * its waiting time counts.
 */
const CONNECTIONS = 1_000;

/** In milliseconds. A program that tries again at once would spend the processor on refusals. */
const PAUSE_AFTER_REFUSAL = 20;

const task = (await json(process.stdin)) as LoadTask;
const random = new Random(1);
const requests = task.requests.map((text) => Buffer.from(text));
const idle: KeepAliveConnection[] = [];
const all: KeepAliveConnection[] = [];
const accepted: number[] = [];
const refused: number[] = [];
const statuses: Record<string, number> = {};
let sent = 0;
const lost: Record<string, number> = {};
let underWay = 0;

/** @returns the status; null: there was no answer */
async function ask(connection: KeepAliveConnection, due: number): Promise<number | null> {
  sent += 1;
  underWay += 1;
  let status: number | null = null;
  try {
    ({ status } = await connection.exchange(random.pick(requests), false));
    statuses[status] = (statuses[status] ?? 0) + 1;
    (status === 200 ? accepted : refused).push(performance.now() - due);
  } catch (error) {
    const { message } = error as Error;
    lost[message] = (lost[message] ?? 0) + 1;
  }
  underWay -= 1;
  return status;
}

async function closedLoop(askers: number, until: number): Promise<void> {
  const asker = async () => {
    const connection = new KeepAliveConnection(task.port);
    all.push(connection);
    while (performance.now() < until) {
      const status = await ask(connection, performance.now());
      if (status === 429 || status === 503) await sleep(PAUSE_AFTER_REFUSAL);
    }
  };
  await Promise.all(Array.from({ length: askers }, asker));
}

async function openLoop(rate: number, began: number, until: number): Promise<void> {
  const waiting: number[] = [];
  let due = 0;
  const give = () => {
    while (waiting.length > 0) {
      // Uses the connection that was idle longest, so that the service closes none for idleness.
      const connection = idle.shift();
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

/** Opens a few at a time, because Node accepts one connection in each turn of its loop. */
async function openAll(): Promise<void> {
  while (all.length < CONNECTIONS) {
    const some = Array.from({ length: 50 }, () => new KeepAliveConnection(task.port));
    await Promise.all(some.map((connection) => connection.open()));
    all.push(...some);
  }
  idle.push(...all);
}

function quantiles(values: number[]) {
  values.sort((a, b) => a - b);
  const at = (share: number) => Math.round(values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0);
  return { median: at(0.5), p99: at(0.99), most: at(1) };
}

if ("open" in task.loop) await openAll();
const began = performance.now();
const until = began + task.seconds * 1000;
await ("open" in task.loop ? openLoop(task.loop.open, began, until) : closedLoop(task.loop.closed, until));
const lasted = (performance.now() - began) / 1000;
for (const connection of all) connection.close();
const result: LoadResult = {
  sent,
  statuses,
  lost,
  accepted: quantiles(accepted),
  refused: quantiles(refused),
  lasted,
};
process.stdout.write(JSON.stringify(result));
