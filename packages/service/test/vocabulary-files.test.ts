import { describe, expect, it } from "@jest/globals";
import { readJapaneseSynonyms, readStarterVocabulary } from "../src/vocabulary/vocabulary-files.js";

describe("the starter vocabulary", () => {
  const entries = readStarterVocabulary();

  it("has each everyday word once, with other words that rules use", () => {
    expect(entries.length).toBeGreaterThan(200);
    expect(new Set(entries.map(({ said }) => said.toLowerCase())).size).toBe(entries.length);
    for (const { said, meant } of entries) {
      expect([said, meant.length > 0 && meant.length <= 3]).toEqual([said, true]);
      for (const word of meant) expect([said, word.trim() !== "" && word !== said]).toEqual([said, true]);
    }
  });

  it("goes both ways where both words mean the same", () => {
    const both = entries.filter(({ both_ways }) => both_ways).map(({ said }) => said);
    expect(both).toEqual(expect.arrayContaining(["ボーナス", "育休", "WFH"]));
    expect(both).not.toContain("クビ");
  });
});

describe("the Japanese synonyms", () => {
  const dictionary = readJapaneseSynonyms();
  const synonymsOf = (folded: string) =>
    [...dictionary.synonymsIn(folded)].flatMap(({ said, synonyms }) =>
      synonyms.map(({ word, is_spelling }) => `${said}→${word}${is_spelling ? "" : " (another word)"}`),
    );

  it("have spellings and other words, for the longest word", () => {
    expect(synonymsOf(" 引越しの ")).toContain("引越し→引っ越し");
    expect(synonymsOf(" 曖昧な ")).toContain("曖昧→不明確 (another word)");
    expect(synonymsOf(" 曖昧な ")).not.toContain("曖昧→あいまい");
  });

  it("have nothing for a part of an English word", () => {
    expect(synonymsOf(" xyzzy ")).toEqual([]);
  });
});
