import { describe, expect, it } from "@jest/globals";
import { type Section, updatePage } from "../src/benchmarks-page.js";

const ORDER = ["first", "second"];
const MAY = { date: "2026-05-01", machine: "a machine" };
const JUNE = { date: "2026-06-01", machine: "another machine" };

const section = (name: string, figure: string, cause?: string): Section => ({
  name,
  markdown: `${name} measured ${figure}.\n`,
  claims: [
    { what: `${name} is fast`, target: "at most 2", measured: figure, met: !cause, ...(cause ? { cause } : {}) },
  ],
});

describe("the page of the benchmarks", () => {
  it("has a summary and the sections in the order of the benches, not of their runs", () => {
    const second = updatePage("", [section("second", "3", "too slow")], ORDER, MAY);
    const page = updatePage(second, [section("first", "1")], ORDER, JUNE);
    expect(page.match(/^(#.*|\| (?!---).*)$/gm)).toEqual([
      "# Benchmarks",
      "## Summary",
      "| claim | to reach | measured | met | bench |",
      "| first is fast | at most 2 | 1 | yes | [first](#first) |",
      "| second is fast | at most 2 | 3 | **no**: too slow | [second](#second) |",
      "## first",
      "## second",
    ]);
  });

  it("leaves the section of a bench that did not run as it was, with its own date", () => {
    const both = updatePage("", [section("first", "1"), section("second", "3")], ORDER, MAY);
    const page = updatePage(both, [section("first", "2")], ORDER, JUNE);
    expect(page).toContain("## first\n\nMeasured 2026-06-01, another machine.\n\nfirst measured 2.\n");
    expect(page).toContain("## second\n\nMeasured 2026-05-01, a machine.\n\nsecond measured 3.\n");
    expect(page).not.toContain("first measured 1.");
    expect(page.match(/first is fast/g)).toHaveLength(1);
  });

  it("is the same text when the same is measured again", () => {
    const once = updatePage("", [section("first", "1"), section("second", "a|b")], ORDER, MAY);
    expect(updatePage(once, [section("first", "1")], ORDER, MAY)).toBe(once);
  });

  it("drops the section of a bench that no longer exists", () => {
    const both = updatePage("", [section("first", "1"), section("second", "3")], ORDER, MAY);
    expect(updatePage(both, [], ["second"], MAY)).not.toContain("first measured");
  });
});
