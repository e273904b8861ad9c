import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { aParagraph, aVersion, IN_THREAD_VECTORS } from "@retrieval/contract";
import { EVERYONE } from "@retrieval/core";
import { type Database, openDatabase, PostgresChunkStore } from "@retrieval/postgres";
import type { ServiceProcess } from "../test/process/service-process.js";
import { METRICS_TOKEN } from "./drawn-requests.js";
import { ADMIN, ask, type Instances, report, startInstances } from "./instances.js";
import { residentMegabytes } from "./process-usage.js";
import { Random } from "./random.js";
import { makeReader, WatchedSearch } from "./watched-search.js";

const SECONDS = 20;
const READERS = 6;
const INSTANCES = 4;

describe(`the search of ${INSTANCES} instances`, () => {
  const random = Random.seeded();
  let instances: Instances;
  let watched: WatchedSearch;
  beforeAll(async () => {
    instances = await startInstances(INSTANCES);
    const admin = await instances.nth(0).signIn(ADMIN);
    const reader = await makeReader(instances.nth(0), admin);
    const instance = () => random.pick(instances.all);
    watched = new WatchedSearch({ instance, tokens: { admin, reader }, random });
    await watched.prepare();
  });
  afterAll(() => instances.stop());

  it(`finds each document as it is at that moment, while others change (seed ${random.seed})`, async () => {
    const end = performance.now() + SECONDS * 1000;
    const until = async (work: () => Promise<unknown>) => {
      while (performance.now() < end) await work();
    };
    await Promise.all([
      // The other documents stay as they are, so that there is something to judge.
      ...[0, 1].map((half) =>
        until(async () => {
          await watched.changeAny(random.pick(watched.watches.filter((_, n) => n % 2 === half)));
          await sleep(random.whole(0, 80));
        }),
      ),
      ...Array.from({ length: READERS }, () => until(() => watched.search())),
    ]);
    report(`${INSTANCES} instances: ${watched}`);
    expect(watched.broken).toEqual([]);
    // The numbers depend on the machine.
    expect(watched.late).toBeLessThanOrEqual(watched.judged / 20);
    expect(watched.judged).toBeGreaterThan(50);
    expect(watched.changed).toBeGreaterThan(5);
  });

  it("shows a change to the very next search at every instance", async () => {
    for (let round = 0; round < 20; round += 1) {
      await watched.changeAny(random.pick(watched.watches));
      await Promise.all(instances.all.map((instance) => watched.search(instance)));
    }
    expect(watched.broken).toEqual([]);
    expect(watched.late).toBeLessThanOrEqual(watched.judged / 20);
  });

  it("is right at an instance that was stopped for a while, from its first answer on", async () => {
    const [stopped] = instances.all as [ServiceProcess];
    for (let round = 0; round < 3; round += 1) {
      stopped.child.kill("SIGSTOP");
      const going = instances.all.filter((instance) => instance !== stopped);
      for (let n = 0; n < 10 + 20 * round; n += 1) {
        await watched.changeAny(random.pick(watched.watches), random.pick(going));
      }
      // Answered when the process continues.
      const waiting = Array.from({ length: 5 }, () => watched.search(stopped));
      await sleep(2_500);
      stopped.child.kill("SIGCONT");
      await Promise.all(waiting);
      for (let n = 0; n < 20; n += 1) await watched.search(stopped);
      expect(watched.broken).toEqual([]);
    }
    expect((await stopped.fetch("/readyz")).status).toBe(200);
  });
});

describe("the memory of an instance", () => {
  /** Heaps and pools have their usual size after so many. */
  const WARM = 2_000;
  const PUBLICATIONS = 2_500;
  const DOCUMENTS = 50;
  const AT_ONCE = 4;
  /** In megabytes, of the process. */
  const GROWTH_MAX = 80;
  /** Of the index itself, as a factor: removed sections wait for a sweep. */
  const INDEX_GROWTH_MAX = 1.5;
  let instances: Instances;
  let database: Database;
  beforeAll(async () => {
    instances = await startInstances(1, { METRICS_TOKEN });
    const { url } = instances.database;
    database = await openDatabase({ kind: "server", url, poolSize: AT_ONCE, onConnectionError: () => undefined });
  });
  afterAll(async () => {
    await database.close();
    await instances.stop();
  });

  it(`is flat over ${PUBLICATIONS} publications`, async () => {
    const instance = instances.nth(0);
    const token = await instance.signIn(ADMIN);
    // As another instance would; uploads would take many minutes.
    const store = new PostgresChunkStore(database.db, IN_THREAD_VECTORS);
    const publish = async (n: number) => {
      const texts = Array.from({ length: 20 }, (_, i) => `第${i}条 ${n} 番目の版の条文。${`${n}-${i} `.repeat(20)}`);
      const tree = { children: texts.map(aParagraph) };
      await store.publish(
        aVersion({ document_id: `d${n % DOCUMENTS}`, accepted: n + 1, tree, access_rules: EVERYONE }),
      );
      const { status, body } = await ask(instance, token, "POST", "/api/search", { query: "条文" });
      if (status !== 200) throw new Error(`a search was answered ${status}: ${JSON.stringify(body)}`);
    };
    const upTo = async (from: number, to: number) => {
      let next = from;
      const client = async () => {
        while (next < to) await publish(next++);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, client));
      const metrics = await (await instance.fetch("/metrics", { token: METRICS_TOKEN })).text();
      const bytes = Number(/^retrieval_index_bytes (\S+)$/m.exec(metrics)?.[1]);
      return { process: residentMegabytes(instance.child.pid as number), index: bytes / 1024 / 1024 };
    };
    const warm = await upTo(0, WARM);
    const end = await upTo(WARM, PUBLICATIONS);
    report(
      `${PUBLICATIONS} publications of 20 chunks: ${warm.process} MB after ${WARM} of them, ${end.process} MB at the end; the index ${warm.index.toFixed(1)} and ${end.index.toFixed(1)} MB`,
    );
    expect(end.process - warm.process).toBeLessThan(GROWTH_MAX);
    expect(end.index).toBeLessThan(INDEX_GROWTH_MAX * warm.index);
  });
});
