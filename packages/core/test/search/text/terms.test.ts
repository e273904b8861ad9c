import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { termsOf } from "../../../src/search/text/terms.js";

const texts = (text: string) => termsOf(text).map((term) => term.text);

describe("the terms of a text", () => {
  it("are overlapping pairs for Japanese, Chinese and Korean, with the last character of each run by itself", () => {
    expect(texts("特許庁")).toEqual(["特許", "許庁", "庁"]);
    expect(texts("東京、大阪")).toEqual(["東京", "京", "大阪", "阪"]);
    expect(texts("한국어")).toEqual(["한국", "국어", "어"]);
    expect(texts("健")).toEqual(["健"]);
  });

  it("are words for other scripts, without case, and numbers without the commas of thousands", () => {
    expect(texts("The Data-Protection Officer's 12,000 yen, 3.5 % and A4")).toEqual(
      "the data protection officer s 12000 yen 3.5 and a4".split(" "),
    );
    expect(texts("30,000円 1,2 12,34,567")).toEqual(["30000", "円", "1", "2", "12", "34567"]);
    expect(texts("Überstunden ПРАВИЛА")).toEqual(["überstunden", "правила"]);
  });

  it("make plurals singular and keep other endings", () => {
    expect(texts("employees policies taxes classes fees")).toEqual(["employee", "policy", "tax", "class", "fee"]);
    expect(texts("business status gas working worked")).toEqual(["business", "status", "gas", "working", "worked"]);
  });

  it("are the same for variants of width, kana and capitals", () => {
    for (const [one, other] of [
      ["ガイドライン", "ｶﾞｲﾄﾞﾗｲﾝ"],
      ["ヴィーガン", "ゔぃーがん"],
      ["ＡＢＣ１２３", "abc123"],
      ["か\u3099", "が"],
      ["一ヶ月", "一か月"],
      ["⾒", "見"],
      ["㍻", "平成"],
      ["①", "1"],
    ] as const) {
      expect([one, texts(one)]).toEqual([one, texts(other)]);
    }
  });

  it("keep different characters apart: 健 is not 見, は is not ば, 髙 is not 高", () => {
    for (const [one, other] of [
      ["健", "見"],
      ["はん", "ばん"],
      ["髙木", "高木"],
      ["神", "紙"],
    ] as const) {
      expect(texts(one)).not.toEqual(texts(other));
    }
  });

  it("have their positions in the source, whatever it is made of", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const { start, end, text: term } of termsOf(text)) {
          expect(0 <= start && start < end && end <= text.length).toBe(true);
          expect(term).not.toBe("");
        }
        const starts = termsOf(text).map(({ start }) => start);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
      }),
    );
  });

  it("are those of the normalised text", () => {
    // Except single letters of Hangul from old codes: NFKC joins them to a syllable, and search does not change them.
    const text = fc.string({ unit: "grapheme" }).filter((drawn) => !/[\u3131-\u318E\uFFA1-\uFFDC]/.test(drawn));
    fc.assert(
      fc.property(text, (text) => {
        expect(texts(text)).toEqual(texts(text.normalize("NFKC")));
      }),
      { examples: [["ｶﾞﾊﾟ㌔ﬁ½Å"], ["각"]] },
    );
  });

  it("of a long word are its beginning, so that none is too long for an index", () => {
    expect(texts("a".repeat(5_000))).toEqual(["a".repeat(100)]);
  });
});
