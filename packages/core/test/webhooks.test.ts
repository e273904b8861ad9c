import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { progressAfter } from "../src/webhooks/deliver-change.js";
import { webhookHeaders, webhookSecret } from "../src/webhooks/sign-webhook.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = 1_768_435_200_000;

describe("the signature of a webhook", () => {
  // The vector of the standard's own libraries.
  const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  const headers = (...secrets: [string, ...string[]]) =>
    webhookHeaders(secrets, "msg_p5jXN8AQM9LWM0D4loKWxJek", '{"test": 2432232314}', 1_614_265_330_999);

  it("is that of Standard Webhooks", () => {
    expect(headers(SECRET)).toMatchObject({
      ...{ "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330" },
      "webhook-signature": SIGNATURE,
    });
  });

  it("comes once by each secret", () => {
    const other = webhookSecret("A".repeat(43));
    expect(other).toBe(`whsec_${"A".repeat(43)}=`);
    expect(headers(other, SECRET)["webhook-signature"].split(" ")).toEqual([expect.stringMatching(/^v1,/), SIGNATURE]);
  });
});

describe("after an attempt, a webhook", () => {
  const held = { position: 4, attempts: 0, failing_since: null };
  const after = (status: number | null, more: object = {}, now = NOW, retry_after: number | null = null) =>
    progressAfter({ ...held, ...more }, { position: 5, status }, { retry_after, random: 0, now });

  it("moves on with any status of 2xx, and with no other", () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 100, max: 599 })), (status) => {
        const moves = status !== null && status >= 200 && status < 300;
        expect(after(status).position).toBe(moves ? 5 : 4);
        expect(after(status).disabled_by).toBe(status === 410 ? "gone" : null);
      }),
    );
  });

  it("waits longer after each failure, up to two hours and a quarter", () => {
    const waits = [0, 1, 2, 3, 4, 50].map((attempts) => after(500, { attempts }).next_at - NOW);
    expect(waits).toEqual([5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 2 * HOUR, 2 * HOUR]);
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempts, random) => {
        const { next_at } = progressAfter(
          { ...held, attempts },
          { position: 5, status: null },
          { retry_after: null, random, now: NOW },
        );
        const wait = waits[Math.min(attempts, 3)] as number;
        expect(next_at - NOW).toBeGreaterThanOrEqual(wait);
        expect(next_at - NOW).toBeLessThanOrEqual(wait * 1.25);
      }),
    );
  });

  it("waits longer where the receiver asks for it, never shorter, and at most a day", () => {
    expect(after(429, { attempts: 1 }, NOW, 1_000).next_at).toBe(NOW + 5 * MINUTE);
    expect(after(429, { attempts: 1 }, NOW, HOUR).next_at).toBe(NOW + HOUR);
    expect(after(429, {}, NOW, Number.MAX_SAFE_INTEGER).next_at).toBe(NOW + 24 * HOUR);
  });

  it("is disabled when it has failed for five days", () => {
    const failing = { attempts: 60, failing_since: NOW - 5 * 24 * HOUR };
    expect(after(500, failing).disabled_by).toBe("failing");
    expect(after(500, failing, NOW - 1).disabled_by).toBeNull();
    expect(after(204, failing)).toMatchObject({ disabled_by: null, attempts: 0, failing_since: null });
  });
});
