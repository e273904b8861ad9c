import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  createTestDatabase,
  type PostgresServer,
  type StandbyServer,
  startPostgresServer,
  startStandby,
} from "@retrieval/contract";
import pg from "pg";
import { ServiceProcess } from "../test/process/service-process.js";
import type { DocumentWatch } from "./document-watch.js";
import { ADMIN, report } from "./instances.js";
import { Random } from "./random.js";
import { TcpProxy } from "./tcp-proxy.js";
import { makeReader, WatchedSearch } from "./watched-search.js";

const SETTINGS = {
  ADMIN_USER_ID: ADMIN,
  ADMIN_DISPLAY_NAME: "管理者",
  RATE_LIMIT_READS: "1000000",
  RATE_LIMIT_SIGN_IN_FAILURES: "1000000",
};
const INSTANCES = 2;
/** Far longer than an index of some documents takes to build. */
const WITHIN = 30_000;

/** Two instances on one database, with some documents that each search is judged by. */
class Company {
  private constructor(
    readonly instances: readonly ServiceProcess[],
    readonly watched: WatchedSearch,
  ) {}

  static async open(url: string, random: Random): Promise<Company> {
    const instances = await Promise.all(Array.from({ length: INSTANCES }, () => ServiceProcess.serve(url, SETTINGS)));
    const [first] = instances as [ServiceProcess];
    const admin = await first.signIn(ADMIN);
    const reader = await makeReader(first, admin);
    const instance = () => random.pick(instances);
    const company = new Company(instances, new WatchedSearch({ instance, tokens: { admin, reader }, random }));
    await company.ready();
    await company.watched.prepare();
    return company;
  }

  /** Waits until every instance is ready and has answered a search, with every text. */
  async ready(): Promise<void> {
    const end = performance.now() + WITHIN;
    for (const instance of this.instances) {
      const answers = async () =>
        (await instance.fetch("/readyz")).status === 200 && (await this.watched.search(instance));
      while (!(await answers())) {
        if (performance.now() > end) throw new Error(`${instance.url} is not ready: ${instance.log.slice(-2_000)}`);
        await sleep(50);
      }
    }
  }

  /** Searches at every instance, again and again, while the work is done. */
  async searchDuring(work: () => Promise<void>): Promise<void> {
    let isOver = false;
    const readers = this.instances.map(async (instance) => {
      while (!isOver) {
        await this.watched.search(instance);
        await sleep(10);
      }
    });
    try {
      await work();
    } finally {
      isOver = true;
      await Promise.all(readers);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.end("SIGTERM")));
  }
}

describe("the search of two instances whose database is killed", () => {
  const random = Random.seeded();
  let server: PostgresServer;
  let company: Company;
  beforeAll(async () => {
    server = await startPostgresServer();
    company = await Company.open((await createTestDatabase(server.url)).url, random);
  });
  afterAll(async () => {
    await company.stop();
    await server.stop();
  });

  it(`is refused or right, and goes on by itself (seed ${random.seed})`, async () => {
    const { watched } = company;
    for (let round = 0; round < 3; round += 1) {
      await company.searchDuring(async () => {
        const changes = Promise.all(watched.watches.map((watch) => watched.changeAny(watch)));
        await sleep(random.whole(0, 50));
        await server.kill9();
        await changes;
        await sleep(random.whole(0, 3_000));
        await server.restart();
        await company.ready();
        // What was under way has ended by now, in one way or the other.
        await watched.prepare();
        for (let n = 0; n < 20; n += 1) await watched.changeAny(random.pick(watched.watches));
      });
      await company.ready();
    }
    report(`killed 3 times: ${watched}`);
    expect(watched.broken).toEqual([]);
    expect(watched.judged).toBeGreaterThan(100);
  });
});

describe("the search of two instances whose database is restored from an older backup", () => {
  const random = Random.seeded();
  let server: PostgresServer;
  let company: Company;
  let url: string;
  beforeAll(async () => {
    server = await startPostgresServer();
    ({ url } = await createTestDatabase(server.url));
    company = await Company.open(url, random);
  });
  afterAll(async () => {
    await company.stop();
    await server.stop();
  });

  const database = () => new URL(url).pathname.slice(1);
  /** Copies a database; nothing may be connected to it meanwhile. */
  const copy = (from: string, to: string) =>
    execute(server.url, [
      `ALTER DATABASE ${from} ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`,
      `DROP DATABASE IF EXISTS ${to} WITH (FORCE)`,
      `CREATE DATABASE ${to} TEMPLATE ${from}`,
      `ALTER DATABASE ${from} ALLOW_CONNECTIONS true`,
    ]);

  it(`finds what the backup has and nothing else, without a restart (seed ${random.seed})`, async () => {
    const { watched } = company;
    // As many changes as were lost, none, and more: the numbers of both databases meet.
    for (const later of [10, 0, 30]) {
      await copy(database(), "backup");
      await company.ready();
      const kept = watched.watches.map(({ now }) => now.findable);
      for (let n = 0; n < 10; n += 1) await watched.changeAny(random.pick(watched.watches));
      await copy("backup", database());
      await restored(watched.watches, kept);
      await company.searchDuring(async () => {
        await company.ready();
        for (let n = 0; n < later; n += 1) await watched.publish(watched.watches[0] as DocumentWatch);
      });
      await company.ready();
    }
    report(`restored 3 times: ${watched}`);
    expect(watched.broken).toEqual([]);
    expect(watched.judged).toBeGreaterThan(50);
  });
});

describe("the search of two instances whose primary is replaced by a standby that lacks its last changes", () => {
  const random = Random.seeded();
  let primary: PostgresServer;
  let standby: StandbyServer;
  let proxy: TcpProxy;
  let company: Company;
  beforeAll(async () => {
    primary = await startPostgresServer();
    standby = await startStandby(primary);
    proxy = await TcpProxy.before(primary.url);
    company = await Company.open(proxy.url, random);
  });
  afterAll(async () => {
    await company.stop();
    await proxy.close();
    await standby.stop();
    await primary.stop();
  });

  it(`finds what the standby has and nothing else, without a restart (seed ${random.seed})`, async () => {
    const { watched } = company;
    await caughtUp(primary.url, standby.url);
    const kept = watched.watches.map(({ now }) => now.findable);
    await execute(standby.url, ["ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"]);
    while ((await execute(primary.url, ["SELECT FROM pg_stat_replication"])).length > 0) await sleep(20);
    for (let n = 0; n < 15; n += 1) await watched.changeAny(random.pick(watched.watches));
    await Promise.all(company.instances.map((instance) => watched.search(instance)));

    await primary.kill9();
    await standby.promote();
    proxy.leadTo(standby.url);
    await restored(watched.watches, kept);
    await company.searchDuring(async () => {
      await company.ready();
      // The new primary counts its own changes, up to the numbers that the lost ones had and beyond.
      for (let n = 0; n < 20; n += 1) await watched.publish(watched.watches[n % 3] as DocumentWatch);
    });
    await company.ready();
    report(`failed over: ${watched}`);
    expect(watched.broken).toEqual([]);
    expect(watched.judged).toBeGreaterThan(50);
  });
});

/** From now on, what was findable before is so again. */
async function restored(watches: readonly DocumentWatch[], kept: readonly DocumentWatch["now"]["findable"][]) {
  await Promise.all(watches.map((watch, i) => watch.change(async () => kept[i] ?? null)));
}

async function caughtUp(primary: string, standby: string): Promise<void> {
  const [row] = await execute(primary, ["SELECT pg_current_wal_lsn() AS lsn"]);
  const isThere = async () =>
    (await execute(standby, [`SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}' AS yes`]))[0]?.yes;
  while ((await isThere()) !== true) await sleep(20);
}

/** @returns the rows of the last statement */
async function execute(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
