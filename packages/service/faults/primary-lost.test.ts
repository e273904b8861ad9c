import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type PostgresServer, type StandbyServer, startPostgresServer, startStandby } from "@retrieval/contract";
import pg from "pg";
import { PORTAL, SECRET } from "../test/harness.js";
import { run, ServiceProcess } from "../test/process/service-process.js";
import { report, statusCounts } from "./instances.js";
import { Writers } from "./writers.js";

const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" };

describe("a service whose primary is lost", () => {
  let primary: PostgresServer;
  let standby: StandbyServer;
  let databaseUrl: string;
  const stops: (() => Promise<unknown>)[] = [];
  const doctor = () =>
    run(["doctor"], {
      SSO_SHARED_SECRET: SECRET,
      PORTAL_DOMAIN: PORTAL,
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: "loopback",
      PORT: "0",
    });
  beforeAll(async () => {
    ({ primary, standby } = await startPair(stops));
    databaseUrl = `${standby.url},${primary.url}`;
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  it("answers 503 until the standby is promoted, and continues without a restart", async () => {
    const service = await ServiceProcess.serve(databaseUrl, ADMIN);
    stops.unshift(() => service.end("SIGTERM"));
    const token = await service.signIn("000001");
    const put = (user_id: string) =>
      service.fetch(`/api/manage/users/${user_id}`, { method: "PUT", token, body: '{"display_name":"残る人"}' });
    expect((await put("001234")).status).toBe(201);
    const [at, other] = [new URL(primary.url).host, new URL(standby.url).host];
    const before = await doctor();
    expect(before.stdout).toContain(`ok     the server ${other} is a standby\nok     the server ${at} is the writer\n`);
    expect(before.code).toBe(0);

    await primary.kill9();
    const away = await put("001235");
    expect([away.status, Number(away.headers.get("retry-after")) > 0]).toEqual([503, true]);
    expect((await service.fetch("/readyz")).status).toBe(503);
    const during = await doctor();
    expect(during.code).toBe(1);
    expect(during.stdout).toContain("WRONG  no server of DATABASE_URL accepts writes\n");
    expect(during.stdout).toContain(`WRONG  the server ${at} does not answer: nothing listens there (ECONNREFUSED)\n`);

    await standby.promote();
    let answer = await put("001236");
    while (answer.status === 503) {
      await sleep(100);
      answer = await put("001236");
    }
    expect(answer.status).toBe(201);
    // The write was acknowledged, so the standby has this user.
    expect((await put("001234")).status).toBe(200);
    expect((await service.fetch("/readyz")).status).toBe(200);
    expect(service.log).not.toContain(new URL(primary.url).password);
  });

  it("warns if the old primary is back and both accept writes", async () => {
    await primary.restart();
    const { code, stdout } = await doctor();
    expect(code).toBe(1);
    expect(stdout).toContain("WRONG  2 servers of DATABASE_URL accept writes, so their data differ\n");
    expect(stdout).not.toContain(new URL(primary.url).password);
  });

  it("does not start, and says why, while none of its servers accepts writes", async () => {
    const { code, stderr } = await run(["serve"], {
      SSO_SHARED_SECRET: SECRET,
      PORTAL_DOMAIN: PORTAL,
      PORT: "0",
      DATABASE_URL: "postgres://somebody:hunter2@127.0.0.1:1/x,postgres://somebody:hunter2@127.0.0.1:2/x",
      TRUST_PROXY: "1",
    });
    expect(code).toBe(1);
    expect(JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      servers: ["127.0.0.1:1", "127.0.0.1:2"],
      msg: "no server of DATABASE_URL accepts writes",
    });
    expect(stderr).not.toMatch(/hunter2|somebody/);
  });
});

/** Writes while the primary is killed, with a synchronous standby. */
describe("a service under a load of writes whose primary is lost", () => {
  const stops: (() => Promise<unknown>)[] = [];
  let primary: PostgresServer;
  let standby: StandbyServer;
  let service: ServiceProcess;
  let load: Writers;
  beforeAll(async () => {
    ({ primary, standby } = await startPair(stops));
    service = await ServiceProcess.serve(`${primary.url},${standby.url}`, ADMIN);
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
    await standby.promote();
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
    // A refused write can be sent again, whether it was written or not.
    for (const { id } of refused.slice(0, 20)) expect([200, 201]).toContain((await load.write(id)).status);
  });

  it("stays with the promoted server when the old primary is back and accepts writes too", async () => {
    await primary.restart();
    // Only the service's own choice then keeps writes away from it.
    await acknowledgeWith(primary, "");
    const [old, before] = [await userIds(primary.url), load.acknowledged.length];
    load.begin();
    await load.acknowledges(100);
    // Connections break; each new one must go to the server that was promoted last.
    for (let round = 0; round < 3; round += 1) {
      await execute(
        standby.url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'retrieval-service/%'",
      );
      await load.acknowledges(50);
    }
    await load.end();
    const fresh = await ServiceProcess.serve(`${primary.url},${standby.url}`, ADMIN);
    stops.unshift(() => fresh.end("SIGTERM"));
    const later = new Writers(fresh, await fresh.signIn("000001"), "fresh");
    expect((await later.write("fresh")).status).toBe(201);

    const [here, there] = [await userIds(standby.url), await userIds(primary.url)];
    const strayed = [...there].filter((id) => !old.has(id));
    report(
      `two writers: ${load.acknowledged.length - before} writes acknowledged, ${strayed.length} went to the old primary`,
    );
    expect(strayed).toEqual([]);
    expect(load.acknowledged.filter((id) => !here.has(id))).toEqual([]);
    expect(here.has("fresh")).toBe(true);
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
