import { describe, expect, it } from "@jest/globals";
import { UnavailableError } from "@retrieval/core/errors";
import { pino } from "pino";
import { DayKeeper, untilNextDay } from "../../src/days/day-keeper.js";

const HOUR = 3_600_000;

/** A clock and timers that a test moves. */
class Time {
  readonly moved: string[] = [];
  readonly keeper: DayKeeper;
  away = false;
  #timer: { work: () => void; at: number } | null = null;

  constructor(
    public now: number,
    timeZone: string,
  ) {
    const moveTo = async (day: string) => {
      if (this.away) throw new UnavailableError("away");
      return this.moved.push(day);
    };
    const timer = (work: () => void, ms: number) => {
      this.#timer = { work, at: this.now + ms };
      return () => {
        this.#timer = null;
      };
    };
    const clock = { now: () => this.now };
    this.keeper = new DayKeeper({ calendar: { moveTo }, clock, timer, timeZone, logger: pino({ enabled: false }) });
  }

  /** Lets the next timer go off. @returns how long it slept, in milliseconds */
  async next(): Promise<number> {
    const { work, at } = this.#timer ?? { work: () => {}, at: this.now };
    const slept = at - this.now;
    this.now = at;
    work();
    await this.keeper.keepToday().catch(() => undefined);
    await new Promise(setImmediate);
    return slept;
  }
}

describe("the keeper of days", () => {
  it("moves to today at its start, and to each day at its beginning", async () => {
    // Half past nine in the evening in Tokyo.
    const time = new Time(Date.UTC(2027, 2, 31, 12, 30), "Asia/Tokyo");
    await time.keeper.start();
    expect(time.moved.at(-1)).toBe("2027-03-31");
    const sleeps = [await time.next(), await time.next(), await time.next()];
    expect(sleeps).toEqual([HOUR, HOUR, HOUR / 2]);
    expect([time.moved.at(-1), new Date(time.now).toISOString()]).toEqual(["2027-04-01", "2027-03-31T15:00:00.000Z"]);
  });

  it("is not ready while the day cannot be moved, and tries again", async () => {
    const time = new Time(Date.UTC(2027, 2, 31), "UTC");
    time.away = true;
    await time.keeper.start();
    await expect(time.keeper.keepToday()).rejects.toThrow(UnavailableError);
    time.away = false;
    expect(await time.next()).toBe(5_000);
    expect(time.moved.at(-1)).toBe("2027-03-31");
    await time.keeper.keepToday();
  });

  it("moves before it is ready where the machine slept over midnight", async () => {
    const time = new Time(Date.UTC(2027, 2, 31, 20), "UTC");
    await time.keeper.start();
    time.now += 9 * HOUR;
    await time.keeper.keepToday();
    expect(time.moved.at(-1)).toBe("2027-04-01");
  });

  it.each([
    // Berlin's day of 23 hours, and its day of 25.
    ["Europe/Berlin", "2027-03-28T21:30:00Z", "2027-03-28T22:00:00Z"],
    ["Europe/Berlin", "2027-10-31T22:30:00Z", "2027-10-31T23:00:00Z"],
    // In Santiago, a day begins at one o'clock.
    ["America/Santiago", "2027-09-05T03:30:00Z", "2027-09-05T04:00:00Z"],
    ["Asia/Kathmandu", "2027-03-31T18:00:00Z", "2027-03-31T18:15:00Z"],
  ])("knows when a day begins in %s, also where clocks change", (timeZone, now, next) => {
    expect(new Date(Date.parse(now) + untilNextDay(Date.parse(now), timeZone)).toISOString()).toBe(
      new Date(next).toISOString(),
    );
  });
});
