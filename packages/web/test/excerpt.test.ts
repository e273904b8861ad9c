import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Highlight } from "../src/chunks/highlight.js";
import { excerpt, markedPairs } from "../src/reading/excerpt.js";

const ranges = fc.array(fc.tuple(fc.nat(80), fc.nat(80)).map(([a, b]): Highlight => [Math.min(a, b), Math.max(a, b)]));

const marksOf = (text: string, words: RegExp) =>
  [...text.matchAll(words)].map(({ 0: word, index }): Highlight => [index, index + word.length]);

function shown(text: string, words: RegExp, length: number): string {
  const { from, to } = excerpt(text, marksOf(text, words), length);
  return text.slice(from, to);
}

describe("An excerpt", () => {
  it("is the beginning if nothing else has more of the question", () => {
    expect(excerpt("あ".repeat(300), [[20, 24]], 100)).toEqual({ from: 0, to: 100 });
    expect(excerpt("あ".repeat(300), [], 100)).toEqual({ from: 0, to: 100 });
  });

  it("shows the text before the first mark", () => {
    expect(excerpt("あ".repeat(300), [[200, 204]], 100)).toEqual({ from: 170, to: 270 });
  });

  it("begins with the sentence that has most of the question, wherever its words occur first", () => {
    const rules =
      "健康診断は毎年1回行う。健康診断の項目は別に定める。\n健康診断の費用は、会社が負担する。\n健康診断の結果は通知する。";
    expect(shown(rules, /健康診断の?費?用?/g, 20)).toBe("健康診断の費用は、会社が負担する。");
    const english = "The car park is open daily. Leave your car there at night. A hired car costs 40 euros a day.";
    expect(shown(english, /car|hired/g, 15)).toMatch(/^A hired car costs 40 euros/);
  });

  it("ends with its last sentence, if only a little more room is needed", () => {
    expect(shown("国外における在宅勤務は、認めない。申請は不要とする。", /在宅勤務/g, 14)).toBe(
      "国外における在宅勤務は、認めない。",
    );
    expect(shown(`国外における在宅勤務は、${"あ".repeat(40)}。`, /在宅勤務/g, 14)).toHaveLength(14);
  });

  it("cuts no character in half", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 80 }),
        ranges,
        fc.integer({ min: 1, max: 40 }),
        (text, highlights, length) => {
          const { from, to } = excerpt(text, highlights, length);
          expect(text.slice(from, to).isWellFormed()).toBe(text.isWellFormed());
        },
      ),
    );
  });

  it("has as much of what is marked as the beginning at least", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), ranges, fc.integer({ min: 1, max: 40 }), (text, highlights, length) => {
        const beginning = { from: 0, to: Math.floor(Math.min(text.length, length * 0.75)) };
        const most = markedPairs(text, highlights, excerpt(text, highlights, length)).size;
        expect(most).toBeGreaterThanOrEqual(markedPairs(text, highlights, beginning).size);
      }),
    );
  });
});

describe("What is marked in a part", () => {
  const pairs = (text: string, highlights: readonly Highlight[], from = 0, to = text.length) => [
    ...markedPairs(text, highlights, { from, to }),
  ];

  it("is in pairs of signs, without particles, whatever their width and case", () => {
    expect(pairs("健康の費用", [[0, 5]])).toEqual(["健康", "費用"]);
    expect(
      pairs("ＩＤカード idカード", [
        [0, 5],
        [6, 11],
      ]),
    ).toEqual(["id", "dカ", "カー", "ード"]);
    expect(pairs("いつから", [[0, 2]])).toEqual(["いつ"]);
  });

  it("has a word of letters once, so that a long one does not win over two short ones", () => {
    const text = "Authentication is asked for. It takes a while. A password of an account.";
    const at = (word: string): Highlight => [text.indexOf(word), text.indexOf(word) + word.length];
    const words = [at("Authentication"), at("password"), at("account")];
    expect(pairs(text, words)).toEqual(["authentication", "password", "account"]);
    const { from, to } = excerpt(text, words, 14);
    expect(text.slice(from, to)).toBe("A password of an account.");
  });

  it("is only what stands in the part", () => {
    expect(
      pairs(
        "出張の日当",
        [
          [0, 2],
          [3, 5],
        ],
        1,
        5,
      ),
    ).toEqual(["張", "日当"]);
  });
});
