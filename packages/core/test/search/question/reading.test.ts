import { describe, expect, it } from "@jest/globals";
import { Highlighter, highlightsIn } from "../../../src/search/results/highlights.js";
import { beginningOf, foldWithMap } from "../../../src/search/text/folding.js";
import { asked, marks } from "../asked.js";

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

  it("of a query has 2,000 characters: all of it, unless it has ligatures", () => {
    const words = Array.from({ length: 60 }, (_, n) => `${LIGATURE.repeat(3)}x${n}`).join(" ");
    const terms = asked(words);
    expect(foldWithMap(terms.map(({ text }) => text).join(" ")).text.length).toBeLessThan(2_000);
    expect(terms.length).toBeGreaterThan(30);
    expect(terms.length).toBeLessThan(40);
    const ordinary = `${"の ".repeat(495)}通勤手当`;
    expect(asked(ordinary).map(({ text }) => text)).toContain("手当");
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

describe("the highlights of one answer", () => {
  it("are those of each text while all texts stay within the reading limit", () => {
    const terms = marks("通勤手当 第36条 policy");
    const texts = ["通勤手当は第三十六条による。", "Policies of travel", "第36条の2", ""];
    const highlighter = new Highlighter(terms, 1_000);
    expect(texts.map((text) => highlighter.in(text))).toEqual(texts.map((text) => highlightsIn(text, terms)));
    expect(highlightsIn(texts[0] as string, terms)).toHaveLength(2);
  });

  it("read no more than the limit, and an eighteenth of it in ligatures", () => {
    const terms = marks("手当");
    for (const [piece, read] of [
      ["手当、、、", 1_000],
      [`手当${LIGATURE}、、`, 225],
    ] as const) {
      const text = piece.repeat(400);
      const highlighter = new Highlighter(terms, 1_000);
      const ranges = highlighter.in(text);
      expect(ranges.length).toBeGreaterThan(0);
      expect(ranges.at(-1)?.[1]).toBeLessThanOrEqual(read);
      expect(highlighter.unread).toBeGreaterThanOrEqual(0);
      expect(highlighter.unread).toBeLessThan(220);
    }
  });

  it("end when the limit is used up", () => {
    const highlighter = new Highlighter(marks("手当"), 1_000);
    expect(highlighter.in("手当".repeat(500))).toEqual([[0, 1_000]]);
    expect([highlighter.unread, highlighter.in("手当")]).toEqual([0, []]);
  });
});
