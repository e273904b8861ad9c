import { describe, expect, it } from "@jest/globals";
import type { SearchHits } from "../../../src/search/ranking/search-hits.js";
import { markedTerms } from "../../../src/search/results/highlights.js";

type Term = SearchHits["terms"][number];

const aTerm = (text: string, fields: Partial<Term> = {}): Term => ({
  ...{ text, prefix: false, significance: 1, origin: "typed", said: null, also: null, weight: 5 },
  ...fields,
});
const marked = (...terms: Term[]) => markedTerms(terms).map(({ text }) => text);

describe("the terms that are marked in texts", () => {
  it("are the heavy ones that were typed", () => {
    const common = aTerm("会社", { weight: 0.1 });
    const particle = aTerm("のは", { significance: 0.05, weight: 0.3 });
    expect(marked(aTerm("旅費"), common, particle, aTerm("旅", { significance: 0.35 }))).toEqual(["旅費"]);
  });

  it("are also those of words that were searched besides them or in their place", () => {
    const vocabulary = aTerm("賞与", { origin: "vocabulary", significance: 0.8, weight: 1 });
    const corrected = aTerm("annual", { origin: "corrected", weight: 2 });
    expect(marked(aTerm("旅費"), vocabulary, corrected)).toEqual(["旅費", "賞与", "annual"]);
    expect(marked(aTerm("旅費"), { ...vocabulary, weight: 0 })).toEqual(["旅費"]);
  });

  it("are no pairs of a word's end and a particle", () => {
    const typed = ["当の", "の上", "とを"].map((text) => aTerm(text, { significance: 0.1 }));
    const meant = aTerm("子の", { origin: "vocabulary", also: "子の看護休暇" });
    expect(marked(aTerm("手当"), ...typed, aTerm("もの"), aTerm("受け", { significance: 0.4 }), meant)).toEqual([
      "手当",
      "もの",
      "受け",
    ]);
  });

  it("are part of a word of kana, or the word itself", () => {
    const parts = (...terms: Term[]) => markedTerms(terms).flatMap(({ text, isPart }) => (isPart ? text : []));
    expect(parts(aTerm("いる"), aTerm("手当"), aTerm("ごみ"), aTerm("ぁい"))).toEqual(["いる", "ぁい"]);
    const meant = (text: string, also: string) => aTerm(text, { origin: "vocabulary", said: "子", also });
    expect(parts(meant("いる", "チャイルド"), meant("けが", "けが"))).toEqual(["いる"]);
  });

  it("are the signs of words where none is heavy, else all terms, and the beginnings that one sign stands for", () => {
    expect(marked(aTerm("旅", { significance: 0.35 }), aTerm("のは", { significance: 0.05 }))).toEqual(["旅"]);
    expect(marked(aTerm("のは", { significance: 0.05 }))).toEqual(["のは"]);
    expect(marked(aTerm("ペ", { prefix: true }))).toEqual(["ペ"]);
  });
});
