import { beforeEach, describe, expect, it } from "@jest/globals";
import { LoggedClockDifferences } from "../../src/clock/logged-clock-differences.js";

describe("clocks that differ", () => {
  let elapsed: number;
  let lines: [{ seconds: number; more_since_last_line?: number }, string][];
  let differences: LoggedClockDifferences;
  beforeEach(() => {
    [elapsed, lines] = [0, []];
    differences = new LoggedClockDifferences({
      elapsed: () => elapsed,
      logger: { warn: (...line: unknown[]) => void lines.push(line as never) },
    });
  });

  it("are logged with the seconds between them", () => {
    differences.requestRefused(-600);
    differences.requestRefused(912);
    differences.tokenRefused(540);
    expect(lines.map(([{ seconds }, message]) => `${seconds}: ${message}`)).toEqual([
      "600: the portal's clock is 600 s ahead of ours: its signed request was refused",
      "912: a signed request was refused because it was 912 s old: if fresh ones are refused too, the portal's clock is behind ours",
      "540: a session token was refused because it was issued 540 s ahead of our clock: the clocks of the instances differ, or ours was set back",
    ]);
  });

  it("are logged once a minute for each reason, with the number since", () => {
    for (let n = 0; n < 100; n += 1) differences.requestRefused(-600);
    differences.requestRefused(912);
    elapsed = 59_999;
    differences.requestRefused(-601);
    expect(lines).toHaveLength(2);
    elapsed = 60_000;
    differences.requestRefused(-602);
    elapsed = 120_000;
    differences.requestRefused(-603);
    expect(lines.slice(2).map(([said]) => said)).toEqual([
      { seconds: 602, more_since_last_line: 100 },
      { seconds: 603 },
    ]);
  });
});
