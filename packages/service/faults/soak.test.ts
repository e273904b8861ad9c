import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import pg from "pg";
import { ServiceProcess } from "../test/process/service-process.js";
import { Acknowledged } from "./acknowledged.js";
import { disagreements } from "./agreement.js";
import { ADMIN, Load, READER } from "./load.js";
import { residentMegabytes } from "./process-usage.js";
import { Random } from "./random.js";
import { WatchedCalls } from "./watched-calls.js";

/** SOAK_MINUTES=60 for a release. The first quarter warms up; the others are compared. */
const MINUTES = Number(process.env.SOAK_MINUTES || 0.5);
const QUARTERS = 4;
/** In megabytes, from the end of the first quarter to the end of the last one of a long run. */
const GROWTH_MAX = 80;
/** Long enough to be warm after a quarter, and for tables of times. */
const IS_LONG = MINUTES >= 8;
/** Of each client after each call, in milliseconds: about 15 calls a second in all. */
const PAUSE = [300, 900] as const;
const NAMES = 40;
const WITHIN = 30_000;

const random = Random.seeded();
let database: TestDatabase;
let service: ServiceProcess;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  service = await ServiceProcess.serve(database.url, ADMIN);
});
afterAll(async () => {
  await service.end("SIGTERM");
  await client.end();
  await database.drop();
});

it(
  `serves a steady mixed load for ${MINUTES} minutes, and the audit log agrees with the data (seed ${random.seed})`,
  async () => {
    let times = new Map<string, number[]>();
    const acknowledged = new Acknowledged();
    const calls = new WatchedCalls(
      () => service,
      WITHIN,
      [200, 201, 202],
      (method, path, { status, took }) => {
        const kind = `${method} ${path.replace(/\?.*$/, "").replace(/(users|documents|imports)\/[^/]+/, "$1/…")} ${status}`;
        times.set(kind, [...(times.get(kind) ?? []), took]);
      },
    );
    const tokens = { admin: await service.signIn(ADMIN.ADMIN_USER_ID), reader: "" };
    const load = new Load({ calls, acknowledged, tokens, random, files: true, pause: PAUSE, names: NAMES });
    await load.prepare();
    tokens.reader = await service.signIn(READER);

    const counts = new Map<string, number>();
    const memory: number[] = [];
    load.start();
    for (let quarter = 1; quarter <= QUARTERS; quarter += 1) {
      times = new Map();
      await sleep((MINUTES * 60_000) / QUARTERS);
      memory.push(residentMegabytes(service.child.pid as number));
      process.stdout.write(`quarter ${quarter}: ${memory.at(-1)} MB resident\n${IS_LONG ? table(times) : ""}`);
      for (const [kind, all] of times) counts.set(kind, (counts.get(kind) ?? 0) + all.length);
    }
    times = new Map();
    await load.stop();
    for (const [kind, all] of times) counts.set(kind, (counts.get(kind) ?? 0) + all.length);

    const left = "SELECT count(*)::int AS left FROM jobs WHERE state IN ('queued', 'running')";
    while ((await client.query(left)).rows[0].left > 0) await sleep(100);
    // Sign-ins and questions are written by then.
    expect(await service.end("SIGTERM")).toBe(0);
    process.stdout.write(`${acknowledged}; ${calls}; ${load.watch.judged} documents judged\n`);
    expect(calls.broken).toEqual([]);
    expect(load.watch.broken).toEqual([]);
    expect(await acknowledged.lost(client)).toEqual([]);
    expect(await disagreements(client)).toEqual([]);
    const { rows } = await client.query(
      "SELECT kind, count(*)::int AS entries FROM audit_entries WHERE kind IN ('sign-in', 'question-answered') GROUP BY 1",
    );
    // Two more sign-ins prepared the load.
    const recorded = Object.fromEntries(rows.map(({ kind, entries }) => [kind, entries]));
    expect(recorded["sign-in"]).toBe((counts.get("POST /api/auth/sso-token 200") ?? 0) + 2);
    // A user who repeats a question has one entry for it.
    const asked = (counts.get("POST /api/answer 200") ?? 0) + (counts.get("POST /api/search 200") ?? 0);
    expect(recorded["question-answered"]).toBeGreaterThan(0);
    expect(recorded["question-answered"]).toBeLessThanOrEqual(asked);
    const [early = 0] = memory;
    if (IS_LONG) expect((memory.at(-1) as number) - early).toBeLessThan(GROWTH_MAX);
  },
  MINUTES * 60_000 + 600_000,
);

function table(times: ReadonlyMap<string, readonly number[]>): string {
  const lines = [...times].sort().map(([kind, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] as number).toFixed(1);
    return `  ${kind}: ${all.length} in ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, at most ${at(0.9999)} ms\n`;
  });
  return lines.join("");
}
