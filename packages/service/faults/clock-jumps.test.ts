import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import fc from "fast-check";
import { callAs, errorBody, signedRequest, startTestService, type TestService } from "../test/harness.js";
import { ServiceProcess } from "../test/process/service-process.js";
import { report } from "./instances.js";

const TEN_MINUTES = 600;
const LIFETIME = 10_800;

describe("a clock that jumps by ten minutes", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ env: { SSO_SINGLE_USE: "true", RATE_LIMIT_READS: "1000000" } });
    await t.signedIn("001234");
    await t.signedIn("005678");
  });
  const admins = new Map<number, Promise<string>>();
  beforeEach(() => {
    // Later than anything in the test before.
    t.clock.seconds += 10 * LIFETIME;
  });
  afterAll(() => t.close());

  const signIn = (timestamp: number, user_id = "001234") =>
    t.http().post("/api/auth/sso-token").send(signedRequest(user_id, timestamp));
  const tokenAt = async (timestamp: number): Promise<string> => (await signIn(timestamp)).body.token;
  const reads = async (token: string) => (await callAs(t, token, "get", "/api/session")).status;

  it("ahead: signed requests are too old, a token expires exactly at its end, and both are valid again when the clock is right", async () => {
    const begun = t.clock.seconds;
    const token = await tokenAt(begun);
    t.clock.seconds += LIFETIME - TEN_MINUTES - 1;
    expect(await reads(token)).toBe(200);
    const portal = t.clock.seconds;
    t.clock.seconds += TEN_MINUTES;
    const refused = await signIn(portal);
    expect([refused.status, refused.body]).toEqual([401, errorBody("EXPIRED_TIMESTAMP")]);
    expect(t.log()).toContain(`a signed request was refused because it was ${TEN_MINUTES} s old`);
    expect(await reads(token)).toBe(200);
    t.clock.seconds += 1;
    expect(await reads(token)).toBe(401);
    t.clock.seconds = portal;
    expect((await signIn(portal)).status).toBe(200);
  });

  it("back: tokens issued more than 60 s ahead and signed requests are refused, and the log says why", async () => {
    const begun = t.clock.seconds;
    const token = await tokenAt(begun);
    const seen = [];
    for (const back of [1, 59, 60, 61, 62, TEN_MINUTES, LIFETIME]) {
      t.clock.seconds = begun - back;
      seen.push([back, await reads(token)]);
    }
    expect(seen).toEqual([
      [1, 200],
      [59, 200],
      [60, 200],
      [61, 401],
      [62, 401],
      [TEN_MINUTES, 401],
      [LIFETIME, 401],
    ]);
    t.clock.seconds = begun - TEN_MINUTES;
    const refused = await signIn(begun);
    expect([refused.status, refused.body]).toEqual([401, errorBody("EXPIRED_TIMESTAMP")]);
    expect(t.log()).toContain(`the portal's clock is ${TEN_MINUTES} s ahead of ours`);
    expect(t.log()).toMatch(/a session token was refused because it was issued \d+ s ahead of our clock/);
    t.clock.seconds = begun;
    expect(await reads(token)).toBe(200);
  });

  it("back after a token expired: it is valid again until its end, if its user may still read", async () => {
    const begun = t.clock.seconds;
    const token = await tokenAt(begun);
    t.clock.seconds = begun + LIFETIME;
    expect(await reads(token)).toBe(401);
    // The service cannot know which of the two times was wrong, so it uses the current clock.
    t.clock.seconds -= TEN_MINUTES;
    expect(await reads(token)).toBe(200);
    await callAs(t, await admin(), "put", "/api/manage/users/001234", { display_name: "辞めた人", is_active: false });
    expect(await reads(token)).toBe(401);
    await callAs(t, await admin(), "put", "/api/manage/users/001234", { display_name: "戻った人", is_active: true });
    t.clock.seconds += TEN_MINUTES;
    expect(await reads(token)).toBe(401);
  });

  it("any number of times: a token is valid from 60 s before its issue until its end, and a request once", async () => {
    let [accepted, refused, used] = [0, 0, 0];
    const jump = fc.integer({ min: -TEN_MINUTES, max: TEN_MINUTES });
    await fc.assert(
      fc.asyncProperty(fc.array(jump, { minLength: 5, maxLength: 15 }), async (jumps) => {
        t.clock.seconds += 10 * LIFETIME;
        const signed = t.clock.seconds;
        const issued: { token: string; at: number }[] = [];
        let tokens = 0;
        for (const by of jumps) {
          const again = await signIn(signed);
          if (again.status === 200) {
            tokens += 1;
            issued.push({ token: again.body.token, at: t.clock.seconds });
          }
          t.clock.seconds += by;
          const fresh = await signIn(t.clock.seconds, "005678");
          if (fresh.status === 200) issued.push({ token: fresh.body.token, at: t.clock.seconds });
          for (const { token, at } of issued) {
            for (const near of [
              0,
              at - t.clock.seconds - 60,
              at - t.clock.seconds - 61,
              at + LIFETIME - t.clock.seconds,
            ]) {
              t.clock.seconds += near;
              const now = t.clock.seconds;
              const good = now >= at - 60 && now < at + LIFETIME;
              expect([now - at, await reads(token)]).toEqual([now - at, good ? 200 : 401]);
              t.clock.seconds -= near;
              if (good) accepted += 1;
              else refused += 1;
            }
          }
        }
        expect(tokens).toBe(1);
        used += 1;
      }),
      { numRuns: 10 },
    );
    report(
      `jumps at random: ${accepted} tokens accepted and ${refused} refused, each as its times say; ${used} signed requests gave one token each`,
    );
  });

  it("does not delay queued documents or audit entries", async () => {
    for (const by of [TEN_MINUTES, -TEN_MINUTES]) {
      t.clock.seconds += by;
      const token = await admin();
      const upload = { chunks: [{ text_type: "paragraph", content: "規程" }] };
      const done = await callAs(t, token, "put", `/api/manage/documents/d${by}?wait=true`, upload);
      expect(done.body).toMatchObject({ state: "done" });
      const path = `/api/manage/audit?document_id=d${by}`;
      expect((await callAs(t, token, "get", path)).body.items.length).toBeGreaterThan(0);
    }
  });

  /** An administrator's token by the current clock; made once, because a signed request is good for one token. */
  function admin(): Promise<string> {
    const at = t.clock.seconds;
    const token = admins.get(at) ?? t.signedIn("000001", { role: "admin" });
    admins.set(at, token);
    return token;
  }
});

/** Loaded into the process before its own code: it repeatedly reads the offset of its clock. */
const MOVED_CLOCK = `
  import { readFileSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  const right = Date.now;
  let off = 0;
  Date.now = () => right() + off;
  const read = () => { off = 1000 * Number(readFileSync(process.env.CLOCK_OFF, "utf8")); };
  if (isMainThread) setInterval(read, 50).unref();
`;

describe("a process whose clock is set", () => {
  let folder: string;
  let database: TestDatabase;
  let service: ServiceProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-clock-"));
    const [moved, off] = [join(folder, "moved-clock.mjs"), join(folder, "off")];
    await writeFile(moved, MOVED_CLOCK);
    await writeFile(off, "0");
    database = await createTestDatabase();
    service = await ServiceProcess.serve(database.url, {
      ADMIN_USER_ID: "000001",
      ADMIN_DISPLAY_NAME: "管理者",
      RATE_LIMIT_SIGN_IN_FAILURES: "5",
      RATE_LIMIT_READS: "5",
      NODE_OPTIONS: `--import=${moved}`,
      CLOCK_OFF: off,
    });
  });
  afterAll(async () => {
    await service.end("SIGTERM");
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sets the clock, and resolves when the service has logged it. @returns after how many seconds */
  async function clockIs(seconds: number, said: string): Promise<string> {
    const begun = performance.now();
    await writeFile(join(folder, "off"), String(seconds));
    while (!service.log.includes(said)) {
      if (service.child.exitCode !== null) throw new Error(`The service ended:\n${service.log}`);
      await sleep(20);
    }
    return ((performance.now() - begun) / 1000).toFixed(1);
  }

  it("logs the jump and resets its rate limits, so that no caller is locked out for ten minutes", async () => {
    const begun = performance.now();
    const token = await service.signIn("000001");
    const read = async () => (await service.fetch("/api/session", { token })).status;
    const fail = async () => {
      const now = Math.floor(Date.now() / 1000);
      const body = JSON.stringify({ ...signedRequest("000001", now), signature: "0".repeat(64) });
      return (await service.fetch("/api/auth/sso-token", { method: "POST", body })).status;
    };
    for (let n = 0; n < 5; n += 1) expect([await read(), await fail()]).toEqual([200, 401]);
    expect([await read(), await fail()]).toEqual([429, 429]);

    const back = await clockIs(-TEN_MINUTES, `jumped back by ${TEN_MINUTES} s`);
    // The token was issued ten minutes from now; the count of failures was reset.
    expect([await read(), await fail()]).toEqual([401, 401]);
    await expect(service.signIn("000001")).rejects.toThrow("EXPIRED_TIMESTAMP");
    // Time has passed meanwhile, on a busy machine maybe seconds; both values are rounded to seconds.
    const least = TEN_MINUTES - Math.ceil((performance.now() - begun) / 1000) - 1;
    for (const ahead of [/the portal's clock is (\d+) s ahead of ours/, /it was issued (\d+) s ahead of our clock/]) {
      await service.logged(ahead);
      const seconds = Number(service.log.match(ahead)?.[1]);
      expect(seconds).toBeGreaterThanOrEqual(least);
      expect(seconds).toBeLessThanOrEqual(TEN_MINUTES + 1);
    }

    const ahead = await clockIs(0, `jumped ahead by ${TEN_MINUTES} s`);
    expect(await read()).toBe(200);
    expect(await read()).toBe(200);
    await service.signIn("000001");
    expect(service.log.match(/the clock of this machine jumped/g)).toHaveLength(2);
    report(`a real process: the jump back was in the log after ${back} s, the one ahead after ${ahead} s`);
  });
});
