import { describe, expect, it } from "@jest/globals";
import { HitCounter, type HitStore } from "@retrieval/http";

/** A store whose window ends so many milliseconds after the clock's zero. */
const endingAt = (milliseconds: number): HitStore => ({
  increment: async () => ({ totalHits: 2, resetTime: new Date(milliseconds) }),
  resetAll: async () => undefined,
  shutdown: () => undefined,
});

describe("a HitCounter in one process", () => {
  it("refuses those above the limit only, where many ask at once", async () => {
    const counter = new HitCounter(5, { now: () => Date.now() });
    const answers = await Promise.all(Array.from({ length: 7 }, () => counter.hit("key")));
    expect(answers.map((answer) => answer?.status ?? null)).toEqual([null, null, null, null, null, 429, 429]);
    expect(await counter.hit("another")).toBeNull();
    counter.stop();
  });
});

describe("a HitCounter above its limit", () => {
  it("says one number of seconds, in the message and in Retry-After, from 1 to 60", async () => {
    for (const [end, seconds] of [
      [60_000, "60"],
      [59_001, "60"],
      [1, "1"],
      [0, "1"],
      [-5_000, "1"],
      // A store whose clock is ahead of ours.
      [3_600_000, "60"],
    ] as const) {
      const counter = new HitCounter(1, { now: () => 0 }, endingAt(end));
      const answer = await counter.hit("key");
      expect({ end, after: answer?.headers?.["Retry-After"] }).toEqual({ end, after: seconds });
      expect(answer?.refused?.problems).toEqual([{ code: "requests.too_many", seconds: Number(seconds) }]);
    }
  });
});
