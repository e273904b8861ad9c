import { describe, expect, it } from "@jest/globals";
import type { SearchFound } from "../../src/search/index/search-found.js";
import { markedTerms } from "../../src/search/marked-terms.js";

type Term = SearchFound["terms"][number];

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
    const synonym = aTerm("給金", { origin: "dictionary", significance: 0.2, weight: 0.4 });
    const corrected = aTerm("annual", { origin: "corrected", weight: 2 });
    expect(marked(aTerm("旅費"), vocabulary, synonym, corrected)).toEqual(["旅費", "賞与", "給金", "annual"]);
    expect(marked(aTerm("旅費"), { ...vocabulary, weight: 0 })).toEqual(["旅費"]);
  });

  it("are all terms where none is heavy, and the beginnings that one sign stands for", () => {
    expect(marked(aTerm("旅", { significance: 0.35 }), aTerm("のは", { significance: 0.05 }))).toEqual(["旅", "のは"]);
    expect(marked(aTerm("ペ", { prefix: true }))).toEqual(["ペ"]);
  });
});
