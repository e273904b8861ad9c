import { describe, expect, it } from "@jest/globals";
import { PHRASES } from "../../src/limits.js";
import { readQuery } from "../../src/search/query.js";

const phrasesIn = (text: string) => readQuery(text).phrases.map((phrase) => phrase.map((term) => term.text).join(" "));

describe("the phrases of a query", () => {
  it("are the first four in quotes", () => {
    expect(PHRASES).toEqual({ max: 4, characters: { min: 2, max: 64 } });
    const six = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
    expect(phrasesIn(six.map((word) => `"${word} rule"`).join(" "))).toEqual(
      six.slice(0, 4).map((word) => `${word} rule`),
    );
  });

  it("have 2 to 64 characters; shorter and longer ones are searched as words", () => {
    for (const [quoted, count] of [
      ["手", 0],
      [" 手 ", 0],
      ["手当", 1],
      ["𠮷野", 1],
      ["𠮷", 0],
      ["手".repeat(64), 1],
      ["手".repeat(65), 0],
      ["𠮷".repeat(64), 1],
    ] as const)
      expect([quoted, phrasesIn(`「${quoted}」`).length]).toEqual([quoted, count]);
    const long = `"${"general provisions on working hours ".repeat(3)}"`;
    expect(readQuery(long)).toEqual({ terms: readQuery(long.replaceAll('"', "")).terms, phrases: [] });
    expect(readQuery(long).terms.length).toBeGreaterThan(3);
  });
});
