import { describe, expect, it } from "@jest/globals";
import { NUMERAL, numeralValue, romanValue } from "../../src/chunks/numerals.js";

const DIGITS = "〇一二三四五六七八九";

/** A number as rules write it in kanji: 三十六, 百五, 千二十. */
function kanji(value: number): string {
  const units: [number, string][] = [
    [1000, "千"],
    [100, "百"],
    [10, "十"],
  ];
  let text = "";
  let rest = value;
  for (const [unit, sign] of units) {
    const digit = Math.floor(rest / unit);
    if (digit > 0) text += (digit > 1 ? DIGITS[digit] : "") + sign;
    rest %= unit;
  }
  return text + (rest > 0 ? DIGITS[rest] : "");
}

describe("numeralValue", () => {
  it("reads every number from 1 to 9999 in kanji, by units and by position, and in both widths of digits", () => {
    const whole = new RegExp(`^${NUMERAL}$`);
    const misread: unknown[] = [];
    for (let value = 1; value <= 9_999; value++) {
      const plain = String(value);
      const wide = plain.replace(/[0-9]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) as number) + 0xfee0));
      const byPosition = plain.replace(/[0-9]/g, (digit) => DIGITS[Number(digit)] as string);
      for (const text of [plain, wide, kanji(value), byPosition]) {
        if (!whole.test(text) || numeralValue(text) !== value) misread.push({ text, value, read: numeralValue(text) });
      }
    }
    expect(misread).toEqual([]);
  });

  it("knows 零 too", () => expect(numeralValue("二零")).toBe(20));
});

describe("romanValue", () => {
  it.each([
    ["I", 1],
    ["IV", 4],
    ["IX", 9],
    ["XIV", 14],
    ["XL", 40],
    ["XCIX", 99],
    ["CD", 400],
    ["MCMXCIV", 1994],
  ])("reads %s", (text, value) => expect(romanValue(text)).toBe(value));

  it.each(["", "IIII", "VV", "IC", "ivx", "A", "XIIX", "MMMM"])("finds no number in %j", (text) => {
    expect(romanValue(text)).toBeNull();
  });
});
