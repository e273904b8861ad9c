import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "@jest/globals";
import { describeUnless } from "@retrieval/contract";
import { HitCounter } from "@retrieval/http";
import { createClient } from "redis";
import { SharedHits } from "../src/adapters/shared-hits.js";
import { NO_REDIS, RedisServer } from "./redis-server.js";

/** For tests that count refusals: on a busy machine Redis must not appear to hang. */
const PATIENT = 10_000;
const clock = { now: () => Date.now() };

describeUnless(NO_REDIS ?? undefined, "Rate limits in Redis", () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const redis = async () => {
    const server = await RedisServer.start();
    ends.push(() => server.remove());
    return server;
  };

  /** The counting part of one instance of the service. */
  function anInstance(url: string, answerWithin?: number) {
    const limit = 5;
    const log: string[] = [];
    const say = (...parts: unknown[]) => void log.push(String(parts.at(-1)));
    const hits = new SharedHits(url, { info: say, warn: say } as never, answerWithin);
    const counter = new HitCounter(limit, clock, hits.store("reads:"));
    const other = new HitCounter(limit, clock, hits.store("sign-ins:"));
    ends.push(() => hits.stop());
    const until = async (text: RegExp) => {
      while (!log.some((line) => text.test(line))) await sleep(10);
    };
    return { log, counter, other, until, isThere: () => until(/counted in Redis/) };
  }

  const refusals = async (work: Promise<object | null>[]) =>
    (await Promise.all(work)).filter((answer) => answer !== null);

  it("are counted by all instances together", async () => {
    const { url } = await redis();
    const [first, second] = [anInstance(url, PATIENT), anInstance(url, PATIENT)];
    await Promise.all([first.isThere(), second.isThere()]);
    const work = Array.from({ length: 12 }, (_, i) => (i % 2 ? first : second).counter.hit("001234"));
    const refused = await refusals(work);
    expect(refused).toHaveLength(7);
    expect(refused[0]).toMatchObject({ status: 429, headers: { "Retry-After": expect.stringMatching(/^\d+$/) } });
  });

  it("count separately from each other", async () => {
    const { url } = await redis();
    const instance = anInstance(url, PATIENT);
    await instance.isThere();
    expect(await refusals(Array.from({ length: 5 }, () => instance.counter.hit("a")))).toEqual([]);
    expect(await refusals(Array.from({ length: 5 }, () => instance.other.hit("a")))).toEqual([]);
    expect(await refusals(Array.from({ length: 5 }, () => instance.counter.hit("b")))).toEqual([]);
  });

  it("are counted by each instance while Redis is away, and shared again when it is back", async () => {
    const server = await redis();
    const [first, second] = [anInstance(server.url, PATIENT), anInstance(server.url, PATIENT)];
    await Promise.all([first.isThere(), second.isThere()]);
    await server.kill();
    for (const { counter } of [first, second]) {
      expect(await refusals(Array.from({ length: 7 }, () => counter.hit("a")))).toHaveLength(2);
    }
    for (const { log } of [first, second]) expect(log.filter((line) => /is away/.test(line))).toHaveLength(1);

    await server.start();
    for (const { log } of [first, second]) {
      while (log.filter((line) => /counted in Redis/.test(line)).length < 2) await sleep(10);
    }
    expect(await refusals([0, 1, 2, 3, 4, 5].map((i) => (i % 2 ? first : second).counter.hit("c")))).toHaveLength(1);
  });

  it("do not delay a request while Redis hangs", async () => {
    const server = await redis();
    const instance = anInstance(server.url);
    await instance.isThere();
    server.hang();
    expect(await refusals(Array.from({ length: 6 }, () => instance.counter.hit("a")))).toHaveLength(1);
    await instance.until(/is away/);
    server.goOn();
    while (instance.log.filter((line) => /counted in Redis/.test(line)).length < 2) await sleep(10);
  });

  it("last only their minute if the clock of Redis is set back", async () => {
    const { url } = await redis();
    const instance = anInstance(url, PATIENT);
    await instance.isThere();
    for (let n = 0; n < 6; n += 1) await instance.counter.hit("a");
    const client = createClient({ url });
    await client.connect();
    // The rest of a new window after the clock goes back ten minutes.
    expect(await client.pExpire("reads:a", 660_000)).toBe(1);
    await client.close();
    expect(await instance.counter.hit("a")).toBeNull();
    expect(await refusals(Array.from({ length: 5 }, () => instance.counter.hit("a")))).toHaveLength(1);
  });

  it("stay shared if this process itself was stopped for a while", async () => {
    const { url } = await redis();
    const instance = anInstance(url);
    await instance.isThere();
    const counted = instance.counter.hit("a");
    // The request is sent, and its answer cannot be here yet.
    await new Promise((resolve) => process.nextTick(() => queueMicrotask(() => process.nextTick(resolve))));
    const begun = performance.now();
    while (performance.now() - begun < 400);
    await counted;
    expect(instance.log.filter((line) => /is away/.test(line))).toEqual([]);
  });

  it("are away, with one line in the log, while Redis does not allow its user to count", async () => {
    const { url } = await redis();
    const admin = await createClient({ url }).connect();
    ends.push(() => admin.close());
    await admin.sendCommand(["ACL", "SETUSER", "few", "on", "nopass", "~retrieval:*", "+@connection", "+evalsha"]);
    const instance = anInstance(url.replace("//", "//few:x@"), PATIENT);
    await instance.until(/./);
    expect(instance.log).toEqual([expect.stringContaining("Redis is away")]);
    await admin.sendCommand(["ACL", "SETUSER", "few", "+eval", "+incr", "+pttl", "+set"]);
    await instance.isThere();
    expect(instance.log).toHaveLength(2);
  });

  it("are counted if a service starts before its Redis", async () => {
    const instance = anInstance("redis://127.0.0.1:1");
    await instance.until(/is away/);
    expect(await refusals(Array.from({ length: 6 }, () => instance.counter.hit("a")))).toHaveLength(1);
  });
});
