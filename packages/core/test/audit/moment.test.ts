import { describe, expect, it } from "@jest/globals";
import { readMoment } from "../../src/audit/moment.js";

describe("readMoment", () => {
  it("reads a date as its first or its last millisecond in UTC", () => {
    expect(readMoment("2026-01-31", "begins")).toBe(Date.UTC(2026, 0, 31));
    expect(readMoment("2026-01-31", "ends")).toBe(Date.UTC(2026, 1, 1) - 1);
    expect(readMoment("2024-02-29", "ends")).toBe(Date.UTC(2024, 2, 1) - 1);
  });

  it("reads a time with its offset", () => {
    const nine = Date.UTC(2026, 0, 31, 0, 0);
    for (const [text, ms] of [
      ["2026-01-31T09:00:00+09:00", nine],
      ["2026-01-31T00:00Z", nine],
      ["2026-01-30T19:00:00.123-05:00", nine + 123],
      ["2026-01-31T00:00:00.1234567Z", nine + 123],
      ["0001-01-01T00:00:00Z", -62_135_596_800_000],
    ] as const) {
      for (const day of ["begins", "ends"] as const) expect([text, readMoment(text, day)]).toEqual([text, ms]);
    }
  });

  it.each([
    "",
    "yesterday",
    "1769817600",
    "2026",
    "2026-02",
    "2026-02-30",
    "2026-02-30T00:00:00Z",
    "2026-13-01",
    "2026-01-31T09:00:00",
    "2026-01-31T24:30:00Z",
    "2026-01-31T25:00:00Z",
    "2026-01-31 09:00:00Z",
    "2026-01-31T09:00:00 09:00",
    "2026-01-31T09:00:00+9",
    "+002026-01-31",
    "２０２６-01-31",
    "2026-01-31T09:00:00Z\n",
    " 2026-01-31",
  ])("refuses %j", (text) => {
    expect(readMoment(text, "ends")).toBeNull();
  });
});
