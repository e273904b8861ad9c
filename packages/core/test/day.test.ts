import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { dayInLabel, dayOf } from "../src/day.js";

describe("the day in the label of a version", () => {
  it.each([
    ["2027-04-01", "2027-04-01"],
    ["2027年4月1日改正", "2027-04-01"],
    ["２０２７／４／１", "2027-04-01"],
    ["施行 2027.04.01", "2027-04-01"],
    ["第3版", null],
    ["20270401", null],
    ["令和9年4月1日", null],
    ["12027-04-011", null],
  ])("of %s is %s", (label, day) => {
    expect(dayInLabel(label)).toBe(day);
  });

  it("is the day that the label is", () => {
    const years = { min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(years), (date) => {
        const day = dayOf(date.getTime());
        expect(dayInLabel(day)).toBe(day);
        expect(dayInLabel(date.toLocaleDateString("ja-JP", { dateStyle: "long", timeZone: "UTC" }))).toBe(day);
      }),
    );
  });
});
