import { describe, expect, it } from "@jest/globals";
import { Report } from "../src/report.js";

describe("a bench's report", () => {
  it("prints at once what it keeps as Markdown", () => {
    const printed: string[] = [];
    const report = new Report((line) => printed.push(line));
    report.text("A thousand documents.");
    report.table(
      ["how", "ratio"],
      [
        ["ours", "1.00"],
        ["a|b", "12.50"],
      ],
    );
    expect(printed).toEqual(["A thousand documents.", "how   ratio", "ours   1.00", "a|b   12.50"]);
    expect(report.markdown).toBe(
      "A thousand documents.\n\n| how | ratio |\n| --- | ---: |\n| ours | 1.00 |\n| a\\|b | 12.50 |\n",
    );
  });

  it("prints for every claim whether it was met, and why not", () => {
    const printed: string[] = [];
    const report = new Report((line) => printed.push(line));
    report.claim({ what: "faster than walking", target: "at least 2 times", measured: "3.0 times", met: true });
    report.claim({
      what: "faster than flying",
      target: "at least 2 times",
      measured: "0.1 times",
      met: false,
      cause: "no wings",
    });
    expect(printed).toEqual([
      "met: faster than walking: 3.0 times (to reach: at least 2 times)",
      "MISSED: faster than flying: 0.1 times (to reach: at least 2 times); no wings",
    ]);
    expect(report.claims).toHaveLength(2);
  });
});
