import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { beginningOf, fold, foldLine, foldWithMap } from "../../../src/search/text/folding.js";

/** Signs that change under folding, that join others, or that whole texts and pieces fold in ways of their own. */
const SIGN = fc.constantFrom(
  ..."aA1Σςİßがカﾞｶヵヶゔ健⾒㍻①﷽ﬁ½각ㄱㅏﾡￂ\u0301\u0316\u3099\u1100\u1161\u11A8\ud800 ,　",
  "𠮷",
  "𝅘𝅥𝅮",
  "\u{1D165}",
);
const TEXT = fc.oneof(
  fc.string({ unit: SIGN, maxLength: 60 }),
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
);

describe("a folded text", () => {
  it("is the same with a map and without one", () => {
    const examples = ["ΟΔΟΣ ς", `a${"\u0316\u0301".repeat(40)}`, `a${"\u{1D165}\u0301".repeat(20)}`, "ｶﾞｷﾞㄱㅏ"];
    fc.assert(
      fc.property(TEXT, (text) => {
        expect(fold(text)).toBe(foldWithMap(text).text);
      }),
      { numRuns: 2_000, examples: examples.map((text) => [text]) },
    );
  });

  it("has the place of each unit: the source there folds to the same", () => {
    fc.assert(
      fc.property(TEXT, (source) => {
        const folded = foldWithMap(source);
        let before = 0;
        for (let unit = 0; unit < folded.text.length; unit += 1) {
          const [start, end] = [folded.startOf(unit), folded.endOf(unit)];
          expect(start < end && end <= source.length && start >= before).toBe(true);
          expect(fold(source.slice(start, end))).toContain(folded.text.charAt(unit));
          before = start;
        }
        expect(before === 0 || folded.endOf(folded.text.length - 1) === source.length).toBe(true);
      }),
    );
  });

  it("is alike for variants of width, kana, capitals and white space", () => {
    expect(fold("ＡＢ ｶﾞｲﾄﾞ 一ヶ月 ㍻")).toBe("ab がいど 一か月 平成");
    expect(foldLine("  Ａ\n\u3000ガイド ")).toBe("a がいど");
  });
});

/** NFKC turns it into 18 characters. */
const LIGATURE = "\uFDFA";
const TEXTS = ["通勤手当の上限", "𠮷", "か\u3099", "ｶﾞｲﾄﾞ", "a\u0316\u0301", "Articles 12,000 ", LIGATURE, "㌔½ﬁ"];

describe("the beginning of a text, measured in the characters of search", () => {
  it("has at most that many, in every script, and never ends inside a character", () => {
    for (const text of TEXTS.map((each) => each.repeat(1_000))) {
      for (const max of [0, 1, 899, 900, 2_000]) {
        const beginning = beginningOf(text, max);
        expect(text.startsWith(beginning.text)).toBe(true);
        expect(beginning.text.isWellFormed()).toBe(true);
        expect(beginning.size).toBeLessThanOrEqual(max);
        expect(foldWithMap(beginning.text).text.length).toBeLessThanOrEqual(max);
      }
      expect(beginningOf(text, Infinity).text).toBe(text);
    }
    expect(beginningOf(LIGATURE.repeat(1_000), 1_800)).toEqual({ text: LIGATURE.repeat(100), size: 1_800 });
  });
});

describe("marks in a row", () => {
  it("are folded a few at a time: the time to order all of them would grow with the square of their number", () => {
    const pieces = new Map<number, number>();
    const compared = foldWithMap(`a${"\u0316\u0301".repeat(2_000)}`);
    for (let i = 0; i < compared.text.length; i += 1)
      pieces.set(compared.startOf(i), compared.endOf(i) - compared.startOf(i));
    expect(pieces.size).toBe(Math.ceil(4_001 / 32));
    expect(Math.max(...pieces.values())).toBe(32);
  });
});
