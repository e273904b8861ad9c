import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { describeUnless } from "@retrieval/contract";
import { signedRequest } from "../test/harness.js";
import { NO_REDIS, RedisServer } from "../test/redis-server.js";
import { ADMIN, ask, type Instances, report, startInstances, statusCounts } from "./instances.js";

const LIMIT = 20;
const LIMITS = { RATE_LIMIT_READS: String(LIMIT), RATE_LIMIT_SIGN_IN_FAILURES: String(LIMIT) };
/** The log messages about Redis: it answers, and it is away. */
const SHARED = "rate limits are counted in Redis";
const AWAY = "Redis is away";
/** How often to repeat a try that counts only if no instance considered Redis away. */
const TRIES = 5;

if (NO_REDIS !== null) report(`The tests of shared limits are skipped: ${NO_REDIS}.`);

describeUnless(NO_REDIS ?? undefined, "Instances that share their rate limits by Redis", () => {
  describe.each([2, 4])("%i instances", (count) => {
    let redis: RedisServer;
    let instances: Instances;
    let token: string;
    /** A window belongs to one user or address, so each test uses its own. */
    let users = 0;
    let looks = 0;
    beforeAll(async () => {
      redis = await RedisServer.start();
      instances = await startInstances(count, { ...LIMITS, REDIS_URL: redis.url });
      token = await instances.nth(0).signIn(ADMIN);
      await untilTogether();
    });
    afterAll(async () => {
      await instances.stop();
      await redis.remove();
    });

    it("share the limits of reads and of failed sign-ins", async () => {
      const reads = await together(() => readsInTurn(2 * LIMIT));
      expect(reads.counts).toBe(`200 × ${LIMIT}, 429 × ${LIMIT}`);
      const failures = await together(() => failuresInTurn(2 * LIMIT));
      expect(failures).toBe(`401 × ${LIMIT}, 429 × ${LIMIT}`);
      report(`${count} instances share a limit of ${LIMIT}: reads ${reads.counts}; failed sign-ins ${failures}`);
    });

    it("count for themselves while it is killed, and together again when it is back", async () => {
      await outage("killed", {
        begin: () => redis.kill(),
        over: () => redis.start(),
      });
    });

    it("count for themselves while it hangs, and together again when it continues", async () => {
      await outage("hung", {
        begin: async () => redis.hang(),
        over: async () => redis.goOn(),
      });
    });

    async function outage(what: string, { begin, over }: Record<"begin" | "over", () => Promise<void>>) {
      await untilTogether();
      const before = await said();
      const saidSince = async () => (await said()).map((words, i) => words.slice(before[i]?.length));
      await begin();
      const perInstance = LIMIT + 5;
      const reads = await readsInTurn(count * perInstance);
      expect(reads.counts).toBe(`200 × ${count * LIMIT}, 429 × ${count * 5}`);
      const failures = await failuresInTurn(count * perInstance);
      expect(failures).toBe(`401 × ${count * LIMIT}, 429 × ${count * 5}`);
      // A request waits for Redis for 250 ms at most.
      expect(reads.slowest).toBeLessThan(5_000);
      expect(await saidSince()).toEqual(instances.all.map(() => [AWAY]));
      await over();
      const again = await together(() => readsInTurn(2 * LIMIT));
      expect(again.counts).toBe(`200 × ${LIMIT}, 429 × ${LIMIT}`);
      // One line for each change, and no repetition.
      const words = await saidSince();
      for (const its of words) expect(its).toEqual(its.map((_, i) => (i % 2 === 0 ? AWAY : SHARED)));
      report(
        `${count} instances, Redis ${what}: reads ${reads.counts}, slowest ${Math.round(reads.slowest)} ms; back: ${again.counts}; lines of each: ${words.map(({ length }) => length).join(", ")}`,
      );
    }

    /**
     * Runs the work while all instances count together. An instance that gets a late answer, as on a busy machine, counts
     * for itself until its next check and logs that: such a try proves nothing, so it is repeated.
     */
    async function together<T>(work: () => Promise<T>): Promise<T> {
      for (let tries = 1; ; tries += 1) {
        await untilTogether();
        const before = await said();
        const result = await work();
        if (tries === TRIES || isDeepStrictEqual(await said(), before)) return result;
      }
    }

    /** What each instance has logged about Redis so far. */
    async function said(): Promise<string[][]> {
      looks += 1;
      const id = `look-${looks}`;
      // Lines come in order: with this one, all earlier ones have arrived.
      await Promise.all(
        instances.all.map((instance) => ask(instance, "", "GET", "/api/config", undefined, { "X-Request-Id": id })),
      );
      await until(() => instances.all.every(({ log }) => log.includes(`"id":"${id}"`)));
      return instances.all.map(({ log }) => wordsIn(log));
    }

    const untilTogether = () => until(() => instances.all.every(({ log }) => wordsIn(log).at(-1) === SHARED));

    /** Makes concurrent calls at each instance, and repeats them. */
    async function inTurn<T>(calls: number, call: (n: number) => Promise<T>): Promise<T[]> {
      const answers: T[] = [];
      while (answers.length < calls) {
        const wave = Math.min(count, calls - answers.length);
        answers.push(...(await Promise.all(Array.from({ length: wave }, (_, n) => call(n)))));
      }
      return answers;
    }

    /** Reads of a new user, at each instance in turn. */
    async function readsInTurn(reads: number): Promise<{ counts: string; slowest: number }> {
      users += 1;
      const user_id = `reader-${users}`;
      await ask(instances.nth(0), token, "PUT", `/api/manage/users/${user_id}`, { display_name: "読む人" });
      const reader = await instances.nth(0).signIn(user_id);
      let slowest = 0;
      const answers = await inTurn(reads, async (n) => {
        const begun = performance.now();
        const answer = await ask(instances.nth(n), reader, "GET", "/api/session");
        slowest = Math.max(slowest, performance.now() - begun);
        return answer;
      });
      for (const { status, headers } of answers) {
        if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      }
      return { counts: statusCounts(answers), slowest };
    }

    /** Requests with a wrong signature, from a new address. */
    async function failuresInTurn(failures: number): Promise<string> {
      users += 1;
      const body = { ...signedRequest(ADMIN, Math.floor(Date.now() / 1000)), signature: "0".repeat(64) };
      const from = { "X-Forwarded-For": `192.0.2.${users}` };
      const answers = await inTurn(failures, (n) =>
        ask(instances.nth(n), "", "POST", "/api/auth/sso-token", body, from),
      );
      return statusCounts(answers);
    }
  });
});

const wordsIn = (log: string): string[] => log.match(new RegExp(`${SHARED}|${AWAY}`, "g")) ?? [];

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20);
}
