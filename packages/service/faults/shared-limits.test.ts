import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { describeUnless } from "@retrieval/contract";
import { signedRequest } from "../test/harness.js";
import { NO_REDIS, RedisServer } from "../test/redis-server.js";
import { ADMIN, ask, type Instances, report, startInstances, statusCounts } from "./instances.js";

const LIMIT = 20;
const LIMITS = { RATE_LIMIT_READS: String(LIMIT), RATE_LIMIT_SIGN_IN_FAILURES: String(LIMIT) };
const SHARED = /rate limits are counted in Redis/g;
const AWAY = /Redis is away/g;

if (NO_REDIS !== null) report(`The tests of shared limits are left out: ${NO_REDIS}.`);

describeUnless(NO_REDIS ?? undefined, "Instances that share their rate limits by Redis", () => {
  describe.each([2, 4])("%i instances", (count) => {
    let redis: RedisServer;
    let instances: Instances;
    let token: string;
    /** A window belongs to one user or address: each test has its own. */
    let users = 0;
    beforeAll(async () => {
      redis = await RedisServer.start();
      instances = await startInstances(count, { ...LIMITS, REDIS_URL: redis.url });
      token = await instances.nth(0).signIn(ADMIN);
      await until(() => instances.all.every(({ log }) => said(log, SHARED) === 1));
    });
    afterAll(async () => {
      await instances.stop();
      await redis.remove();
    });

    it("allow so many reads together, and so many sign-ins that fail", async () => {
      const reads = await readsInTurn(2 * LIMIT);
      expect(reads.counts).toBe(`200 × ${LIMIT}, 429 × ${LIMIT}`);
      const failures = await failuresInTurn(2 * LIMIT);
      expect(failures).toBe(`401 × ${LIMIT}, 429 × ${LIMIT}`);
      report(`${count} instances share a limit of ${LIMIT}: reads ${reads.counts}; failed sign-ins ${failures}`);
    });

    it("count for themselves while it is killed, and together again when it is back", async () => {
      await outage("killed", {
        begin: () => redis.kill(),
        over: () => redis.start(),
      });
    });

    it("count for themselves while it hangs, and together again when it goes on", async () => {
      await outage("hung", {
        begin: async () => redis.hang(),
        over: async () => redis.goOn(),
      });
    });

    async function outage(what: string, { begin, over }: Record<"begin" | "over", () => Promise<void>>) {
      const before = instances.all.map(({ log }) => ({ away: said(log, AWAY), shared: said(log, SHARED) }));
      const saidSince = () =>
        instances.all.map(({ log }, i) => ({
          away: said(log, AWAY) - (before[i]?.away ?? 0),
          shared: said(log, SHARED) - (before[i]?.shared ?? 0),
        }));
      await begin();
      const perInstance = LIMIT + 5;
      const reads = await readsInTurn(count * perInstance);
      expect(reads.counts).toBe(`200 × ${count * LIMIT}, 429 × ${count * 5}`);
      const failures = await failuresInTurn(count * perInstance);
      expect(failures).toBe(`401 × ${count * LIMIT}, 429 × ${count * 5}`);
      // One look at Redis is 250 ms; whoever waited for it waited for no more.
      expect(reads.slowest).toBeLessThan(5_000);
      expect(saidSince()).toEqual(instances.all.map(() => ({ away: 1, shared: 0 })));
      await over();
      await until(() => saidSince().every(({ shared }) => shared > 0));
      const again = await readsInTurn(2 * LIMIT);
      expect(again.counts).toBe(`200 × ${LIMIT}, 429 × ${LIMIT}`);
      expect(saidSince()).toEqual(instances.all.map(() => ({ away: 1, shared: 1 })));
      report(
        `${count} instances, Redis ${what}: reads ${reads.counts}, slowest ${Math.round(reads.slowest)} ms; back: ${again.counts}; one warning and one line each`,
      );
    }

    /** Calls at each instance at once, and then again. */
    async function inTurn<T>(calls: number, call: (n: number) => Promise<T>): Promise<T[]> {
      const answers: T[] = [];
      while (answers.length < calls) {
        const wave = Math.min(count, calls - answers.length);
        answers.push(...(await Promise.all(Array.from({ length: wave }, (_, n) => call(n)))));
      }
      return answers;
    }

    /** Reads of a user that nobody counted yet, at each instance in turn. */
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

    /** Requests with a wrong signature, from an address that nobody counted yet. */
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

const said = (log: string, line: RegExp): number => log.match(line)?.length ?? 0;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20);
}
