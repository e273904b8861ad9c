import { describe, expect, test } from "@jest/globals";
import { excerpt } from "../../src/commands/management/excerpt.js";

describe("an excerpt", () => {
  test("of a short text is the text", () => {
    expect(excerpt("短い", [[0, 1]])).toEqual({ text: "短い", ranges: [[0, 1]] });
  });

  test("of a long text is around its first mark, and its marks mark the same words", () => {
    const long = `${"前".repeat(1_000)}目印${"中".repeat(50)}目印${"後".repeat(1_000)}目印`;
    const marks = [...long.matchAll(/目印/g)].map(({ index }) => [index, index + 2] as const);
    const { text, ranges } = excerpt(long, marks);
    expect(text).toMatch(/^…前+目印中+目印後+…$/);
    expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual(["目印", "目印"]);
  });

  test("never splits a character, wherever it begins and ends", () => {
    for (let at = 0; at < 8; at++) {
      const { text } = excerpt("a".repeat(at) + "𠮷".repeat(1_000), [[600 + at, 602 + at]]);
      expect(text.isWellFormed()).toBe(true);
    }
  });

  test("of a mark near the end goes to the end", () => {
    const long = `${"前".repeat(1_000)}末`;
    expect(excerpt(long, [[1_000, 1_001]]).text).toMatch(/^…前+末$/);
  });
});
