import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type PostgresServer, startPostgresServer } from "@retrieval/contract";
import pg from "pg";
import { ServiceProcess } from "../test/process/service-process.js";
import { Acknowledged } from "./acknowledged.js";
import { disagreements } from "./agreement.js";
import { ADMIN, Load, READER } from "./load.js";
import { Random } from "./random.js";
import { WatchedCalls } from "./watched-calls.js";

const ROUNDS = 5;
/** Far longer than a new connection takes. */
const WITHIN = 30_000;

describe("a service under load whose database is killed again and again", () => {
  const random = Random.seeded();
  const acknowledged = new Acknowledged();
  let server: PostgresServer;
  let service: ServiceProcess;
  let url: string;
  beforeAll(async () => {
    server = await startPostgresServer();
    ({ url } = await createTestDatabase(server.url));
    service = await ServiceProcess.serve(url, ADMIN);
  });
  afterAll(async () => {
    await service.end("SIGKILL");
    await server.stop();
  });

  it(`loses nothing that it acknowledged, shows nothing forbidden, and recovers by itself (seed ${random.seed})`, async () => {
    const calls = new WatchedCalls(() => service, WITHIN);
    // READER is created first, and then signs in.
    const admin = await service.signIn(ADMIN.ADMIN_USER_ID);
    const tokens = { admin, reader: "" };
    const load = new Load({ calls, acknowledged, tokens, random });
    await load.prepare();
    tokens.reader = await service.signIn(READER);

    load.start();
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(1_000 + random.whole(0, 1_000));
      await server.kill9();
      await sleep(random.whole(0, 1_500));
      await server.restart();
      const back = performance.now();
      await service.ready();
      expect(performance.now() - back).toBeLessThan(WITHIN);
    }
    await sleep(1_000);
    // How many were judged until now depends on the machine; without one, nothing would have been checked.
    while (load.watch.judged === 0) await sleep(50);
    await load.stop();
    expect(service.child.exitCode).toBeNull();

    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await jobsEnded(client);
      expect(calls.broken).toEqual([]);
      expect(load.watch.broken).toEqual([]);
      const lost = await acknowledged.lost(client);
      process.stdout.write(`database killed ${ROUNDS} times: ${acknowledged}, ${lost.length} lost; ${calls}; `);
      process.stdout.write(`${load.watch.judged} answers checked against the rule of their time\n`);
      expect(lost).toEqual([]);
      expect(await disagreements(client)).toEqual([]);
      // Without failures, the faults would have tested nothing.
      expect(calls.counts.get(503) ?? 0).toBeGreaterThan(ROUNDS);
      expect(acknowledged.count).toBeGreaterThan(ROUNDS);
    } finally {
      await client.end();
    }
  });
});

async function jobsEnded(client: pg.Client): Promise<void> {
  const left = "SELECT count(*)::int AS left FROM jobs WHERE state IN ('queued', 'running')";
  while ((await client.query(left)).rows[0].left > 0) await sleep(100);
}
