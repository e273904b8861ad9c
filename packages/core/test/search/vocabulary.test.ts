import { describe, expect, it } from "@jest/globals";
import { readQuery } from "../../src/search/query.js";
import { Vocabulary } from "../../src/search/vocabulary.js";

describe("a vocabulary", () => {
  const vocabulary = new Vocabulary([
    { said: "給料", meant: ["賃金", "給与"] },
    { said: "sack", meant: ["dismissal"] },
    { said: "holiday", meant: ["annual leave"] },
  ]);
  const added = (query: string) => {
    const asked = new Set(readQuery(query).terms.map(({ text }) => text));
    return readQuery(query, vocabulary).terms.filter(({ text }) => !asked.has(text));
  };
  const texts = (query: string) => added(query).map(({ text }) => text);

  it("adds the words of documents to everyday words, with half the weight", () => {
    expect(added("給料はいつ")).toEqual([
      { text: "賃金", prefix: false, significance: 0.5 },
      { text: "給与", prefix: false, significance: 0.5 },
    ]);
    expect(texts("How long is my HOLIDAY?")).toEqual(["annual", "leave"]);
    expect(readQuery("給料と賃金", vocabulary).terms.filter(({ text }) => text === "賃金")).toEqual([
      { text: "賃金", prefix: false, significance: 1 },
    ]);
  });

  it("takes English words whole, and Japanese ones inside a sentence", () => {
    expect(texts("rucksack")).toEqual([]);
    expect(texts("the sack")).toEqual(["dismissal"]);
    expect(texts("初給料日")).toEqual(["賃金", "給与"]);
  });
});
