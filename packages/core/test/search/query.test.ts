import { describe, expect, it } from "@jest/globals";
import { PHRASES } from "../../src/limits.js";
import { readQuery } from "../../src/search/query.js";
import { planOf, weighTerms } from "../../src/search/search-plan.js";

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

describe("the plan of a query", () => {
  it("scores only the 32 heaviest of its terms", () => {
    const query = readQuery(Array.from({ length: 60 }, (_, n) => `word${n}`).join(" "));
    expect(query.terms).toHaveLength(60);
    // Later words are rarer.
    const counts = query.terms.map((_, n) => 1_000 - n * 10);
    const plan = planOf(query, weighTerms(query.terms, { chunks: 10_000, mean_length: 100, counts }), {
      doc_ids: null,
      text_types: null,
    });
    expect(plan?.scored.map(({ text }) => text)).toEqual(
      query.terms
        .slice(28)
        .reverse()
        .map(({ text }) => text),
    );
  });
});
