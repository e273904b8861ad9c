import { beforeEach, describe, expect, it } from "@jest/globals";
import { ClockWatch } from "../../src/clock/clock-watch.js";
import { FrozenClock } from "../harness.js";

describe("a watch on this machine's clock", () => {
  let clock: FrozenClock;
  let elapsed: number;
  let lines: unknown[];
  let jumps: number;
  let watch: ClockWatch;
  beforeEach(() => {
    [clock, elapsed, lines, jumps] = [new FrozenClock(), 0, [], 0];
    watch = new ClockWatch({
      clock,
      elapsed: () => elapsed,
      logger: { warn: (...line: unknown[]) => void lines.push(line) },
      onJump: () => {
        jumps += 1;
      },
    });
  });
  const passes = (seconds: number, { byTheClock = seconds } = {}) => {
    elapsed += seconds * 1000;
    clock.seconds += byTheClock;
    watch.look();
  };

  it("logs nothing while time passes, even between distant checks, and while the clock is adjusted slightly", () => {
    for (const seconds of [1, 0, 5, 3_600, 86_400]) passes(seconds);
    for (let n = 0; n < 10_000; n += 1) passes(1, { byTheClock: 1.0005 });
    for (let n = 0; n < 100; n += 1) passes(1, { byTheClock: -0.9 }); // back by 1.9 s each
    expect(lines).toEqual([]);
    expect(jumps).toBe(0);
  });

  it("logs once how far the clock jumped, in which direction, and the effect", () => {
    passes(1, { byTheClock: -599 });
    for (let n = 0; n < 10; n += 1) passes(1);
    passes(1, { byTheClock: 601 });
    passes(1);
    expect(lines).toEqual([
      [{ seconds: -600 }, expect.stringMatching(/^the clock of this machine jumped back by 600 s: .* refused until/)],
      [{ seconds: 600 }, expect.stringMatching(/^the clock of this machine jumped ahead by 600 s, or .* older now$/)],
    ]);
    expect(jumps).toBe(2);
  });

  it("does not take a change before its start for a jump", () => {
    clock.seconds += 3_600;
    watch.start();
    watch.look();
    watch.stop();
    expect(lines).toEqual([]);
  });
});
