import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type PostgresServer, type StandbyServer, startPostgresServer, startStandby } from "@retrieval/contract";
import pg from "pg";
import { ServiceProcess } from "../test/process/service-process.js";
import { report, statusCounts } from "./instances.js";
import { TcpProxy } from "./tcp-proxy.js";
import { Writers } from "./writers.js";

const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" };

/** Writes while the primary is killed, with a synchronous standby, at an address that leads to the primary. */
describe("a service under a load of writes whose primary is lost", () => {
  const stops: (() => Promise<unknown>)[] = [];
  let primary: PostgresServer;
  let standby: StandbyServer;
  let proxy: TcpProxy;
  let service: ServiceProcess;
  let load: Writers;
  beforeAll(async () => {
    ({ primary, standby } = await startPair(stops));
    proxy = await TcpProxy.before(primary.url);
    stops.unshift(() => proxy.close());
    service = await ServiceProcess.serve(proxy.url, ADMIN);
    stops.unshift(() => service.end("SIGTERM"));
    load = new Writers(service, await service.signIn("000001"));
  });
  afterAll(async () => {
    await load.end();
    for (const stop of stops) await stop();
  });

  it("loses no acknowledged write, and follows the new primary without a restart", async () => {
    load.begin();
    await load.acknowledges(200);
    await primary.kill9();
    const killed = performance.now();
    await sleep(500);
    expect((await service.fetch("/readyz")).status).toBe(503);
    await standby.promote();
    proxy.leadTo(standby.url);
    const promoted = performance.now();
    await load.acknowledges(1);
    const back = performance.now();
    await load.acknowledges(200);
    await load.end();

    const stored = await userIds(standby.url);
    const lost = load.acknowledged.filter((id) => !stored.has(id));
    const refused = load.answers.filter(({ status }) => status !== 201);
    const written = refused.filter(({ id }) => stored.has(id));
    report(
      `${load.acknowledged.length} writes acknowledged, ${lost.length} lost; ${refused.length} refused (${statusCounts(refused)}), ${written.length} of them written anyway`,
    );
    report(
      `writes went on ${seconds(back - killed)} s after the kill, ${seconds(back - promoted)} s after the promotion`,
    );
    expect(lost).toEqual([]);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(load.fell).toEqual([]);
    expect((await service.fetch("/readyz")).status).toBe(200);
    expect(service.log).not.toContain(new URL(primary.url).password);
    // A refused write can be sent again, whether it was written or not.
    for (const { id } of refused.slice(0, 20)) expect([200, 201]).toContain((await load.write(id)).status);
  });
});

describe("a primary whose standby is gone", () => {
  const stops: (() => Promise<unknown>)[] = [];
  let primary: PostgresServer;
  let standby: StandbyServer;
  let service: ServiceProcess;
  let load: Writers;
  beforeAll(async () => {
    primary = await startPostgresServer();
    stops.unshift(primary.stop);
    standby = await startStandby(primary);
    stops.unshift(() => standby.stop());
    await acknowledgeWith(primary, "standby");
    service = await ServiceProcess.serve(primary.url, ADMIN);
    stops.unshift(() => service.end("SIGTERM"));
    load = new Writers(service, await service.signIn("000001"));
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  it("blocks no write forever: writes get 503, reads continue, and a new standby ends the outage", async () => {
    expect((await load.write("before")).status).toBe(201);
    await standby.stop();
    const begun = performance.now();
    const writes = Promise.all(["one", "two", "three"].map((id) => load.write(id)));
    await sleep(1_000);
    const reading = performance.now();
    expect((await service.fetch("/api/session", { token: load.token })).status).toBe(200);
    const read = performance.now();
    const answers = await writes;
    const refused = performance.now();
    for (const { status, retryAfter } of answers) expect([status, retryAfter > 0]).toEqual([503, true]);
    // 10 s until the service checks, and 30 s for a statement that waits for the commit.
    expect(refused - begun).toBeLessThan(90_000);
    await service.logged("waits for a standby");
    expect(await userIds(primary.url)).toEqual(new Set(["000001", "before"]));
    expect((await service.fetch("/readyz")).status).toBe(200);

    standby = await startStandby(primary);
    const back = await load.untilWritten("four");
    const stored = await userIds(primary.url);
    const written = ["one", "two", "three"].filter((id) => stored.has(id));
    report(
      `no standby: 3 writes refused within ${seconds(refused - begun)} s, a read meanwhile took ${seconds(read - reading)} s; with a standby again, writing went on after ${back} tries, and ${written.length} of the 3 are there`,
    );
    for (const id of ["one", "two", "three"]) {
      expect((await load.write(id)).status).toBe(written.includes(id) ? 200 : 201);
    }
  });
});

const seconds = (ms: number) => (ms / 1000).toFixed(1);

/** A primary and its synchronous standby. */
async function startPair(stops: (() => Promise<unknown>)[]) {
  const primary = await startPostgresServer();
  stops.unshift(primary.stop);
  const standby = await startStandby(primary);
  stops.unshift(standby.stop);
  await acknowledgeWith(primary, "standby");
  return { primary, standby };
}

async function acknowledgeWith({ url }: PostgresServer, standbys: string): Promise<void> {
  await execute(url, `ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
  await execute(url, "SELECT pg_reload_conf()");
  // The server applies it a moment later.
  const inForce = async () => (await execute(url, "SHOW synchronous_standby_names"))[0]?.synchronous_standby_names;
  while ((await inForce()) !== standbys) await sleep(20);
}

async function userIds(url: string): Promise<ReadonlySet<string>> {
  return new Set((await execute(url, "SELECT user_id FROM users")).map(({ user_id }) => user_id as string));
}

async function execute(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
