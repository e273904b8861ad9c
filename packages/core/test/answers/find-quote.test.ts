import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { findQuotes, QUOTE_MIN, type QuotedChunk } from "../../src/answers/find-quote.js";
import { foldedQuote } from "../../src/answers/placed-text.js";

function chunk(chunk_id: string, text: string, text_type: QuotedChunk["text_type"] = "paragraph"): QuotedChunk {
  const texts = text_type === "table" ? { body_text: null, body_md: text } : { body_text: text, body_md: null };
  return { chunk_id, text_type, display: { title: "", breadcrumb: [], ...texts } };
}
const quoteIn = (quote: string, text: string, type?: QuotedChunk["text_type"]) => {
  const [found = null] = findQuotes(quote, [chunk("d::1", text, type)]);
  return found && text.slice(found.start, found.end);
};
const TABLE = "| 区分 | 日当 |\n| --- | ---: |\n| 部長 | 1円 |\n|  課  |  2円  |\n";

describe("a quote", () => {
  it.each([
    ["the same text", "日当は3,000円とする。", "第5条 日当は3,000円とする。", "日当は3,000円とする。"],
    ["half for full width", "日当は3,000円とする", "日当は３，０００円とする。", "日当は３，０００円とする"],
    [
      "one space for a line break",
      "paid leave of ten days",
      "the paid\n  leave　of ten days.",
      "paid\n  leave　of ten days",
    ],
    ["folded characters", "(株)吉野の日当は平成31年", "㈱吉野の日当は㍻31年", "㈱吉野の日当は㍻31年"],
    ["a half-width voiced sign", "ガソリン代を支給する", "ｶﾞｿﾘﾝ代を支給する", "ｶﾞｿﾘﾝ代を支給する"],
    [
      "without invisible characters",
      "日当は3,000円とする",
      "日当\u200bは3,0\u00ad00円とする",
      "日当\u200bは3,0\u00ad00円とする",
    ],
    ["characters of two units", "𠮷野部長の日当は3,000円", "は𠮷野部長の日当は3,000円", "𠮷野部長の日当は3,000円"],
  ])("is found: %s", (_, quote, text, found) => {
    expect(quoteIn(quote, text)).toBe(found);
  });

  it("names the first chunk that has it", () => {
    const chunks = [
      chunk("d::1", "別の文。"),
      chunk("d::2", "日当は3,000円とする。"),
      chunk("d::3", "日当は3,000円とする。"),
    ];
    expect(findQuotes("日当は3,000円とする", chunks)[0]).toEqual({ chunk_id: "d::2", start: 0, end: 12 });
  });

  it("is not found across two chunks, and not if two places are put together", () => {
    const chunks = [chunk("d::1", "日当は3,000円とし、"), chunk("d::2", "宿泊料は12,000円とする。")];
    expect(findQuotes("日当は3,000円とし、宿泊料は12,000円", chunks)).toEqual([]);
    expect(quoteIn("日当は12,000円とする", "日当は3,000円とし、宿泊料は12,000円とする。")).toBeNull();
    expect(quoteIn("日当は … 12,000円とする", "日当は3,000円とし、宿泊料は12,000円とする。")).toBeNull();
  });

  it.each([
    ["5,000円を支給する", "55,000円を支給する"],
    ["000円を支給するものとする", "5,000円を支給するものとする"],
    ["日当として支給する額は5", "日当として支給する額は55円"],
    ["日当として支給する額は5", "日当として支給する額は5,000円"],
    ["日当として支給する額は5,", "日当として支給する額は5,000円"],
    ["日当として支給する額は5", "日当として支給する額は5万円"],
    ["日当として支給する額は5", "日当として支給する額は5.5円"],
    ["日当として支給する額は5", "日当として支給する額は5\u200b5円"],
    ["日当として支給する額は５", "日当として支給する額は５５円"],
    ["五日間の休暇を与える", "十五日間の休暇を与える"],
    ["休暇を与える日数は二十", "休暇を与える日数は二十五日"],
  ])("does not cut a number: %s in %s", (quote, text) => {
    expect(quoteIn(quote, text)).toBeNull();
  });

  it("is found where it cuts no number, also behind a place where it does", () => {
    expect(quoteIn("5,000円を支給する", "55,000円を支給するか、5,000円を支給する")).toBe("5,000円を支給する");
    expect(findQuotes("5,000円を支給する", [chunk("d", "55,000円を支給するか、5,000円を支給する")])[0]?.start).toBe(14);
  });

  it.each([
    ["inside a folded character", "式会社吉野の日当とする", "㍿吉野の日当とする"],
    ["inside a combining sequence", "the cafe", "the cafe\u0301 on the corner"],
    ["at a mark", "\u0301 on the corner", "cafe\u0301 on the corner"],
    ["inside a pair of surrogates", "\udfb7野部長の日当は3,000円", "𠮷野部長の日当は3,000円"],
    ["in another case", "PAID LEAVE OF TEN", "paid leave of ten"],
    ["too short", "日当3円", "日当3円を支給する"],
    ["empty", "", "日当3円を支給する"],
    ["only bars", "| | | | | | | | |", "| | | | | | | | | |"],
  ])("is not found: %s", (_, quote, text) => {
    expect(quoteIn(quote, text)).toBeNull();
  });

  it("may be short if it is a whole row of a table", () => {
    expect(quoteIn("| 部長 | 1円 |", TABLE, "table")).toBe("部長 | 1円");
    expect(quoteIn("課 | 2円", TABLE, "table")).toBe("課  |  2円");
    expect(quoteIn("区分 日当", TABLE, "table")).toBe("区分 | 日当");
    expect(quoteIn("| 部長 |", TABLE, "table")).toBeNull();
    expect(quoteIn("1円 | 課", TABLE, "table")).toBeNull();
    expect(quoteIn("| 部長 | 1円 |", TABLE)).toBeNull();
  });
});

const SIGNS = [
  ..."日当は部長のを支給する。abc ABC xyz,.0123456789|\n　万円",
  "㈱",
  "㍻",
  "ｶﾞ",
  "ﾊﾟ",
  "𠮷",
  "e\u0301",
  "葛\u{e0100}",
  "👨‍👩‍👧",
  "가",
  "½",
];
const text = fc.array(fc.constantFrom(...SIGNS), { minLength: 10, maxLength: 80 }).map((signs) => signs.join(""));
const graphemes = new Intl.Segmenter("ja", { granularity: "grapheme" });
const NUMERAL = /[\p{N}万,.]/u;

describe("for every text", () => {
  it("a part of at least eight characters is found if no number goes over its ends, and its place has it", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (body, from, length) => {
        const parts = [...graphemes.segment(body)].map(({ segment }) => segment);
        const start = from % parts.length;
        const end = Math.min(parts.length, start + 1 + (length % parts.length));
        const quote = parts.slice(start, end).join("");
        const folded = foldedQuote(quote).text.trim();
        fc.pre([...folded].length >= QUOTE_MIN);
        const isCut = (at: number) => NUMERAL.test(parts[at - 1] ?? "") && NUMERAL.test(parts[at] ?? "");
        fc.pre(!isCut(start) && !isCut(end));
        const [found = null] = findQuotes(quote, [chunk("d", body)]);
        expect(found).not.toBeNull();
        if (found === null) return;
        expect(foldedQuote(body.slice(found.start, found.end)).text.trim()).toBe(folded);
        const borders = new Set([...graphemes.segment(body)].map(({ index }) => index).concat(body.length));
        expect(borders.has(found.start) && borders.has(found.end)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a quote with another digit is found only where the text has that too", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, nth, more) => {
        const digits = [...body.matchAll(/[0-9]/g)];
        fc.pre(digits.length > 0);
        const { index, 0: digit } = digits[nth % digits.length] as RegExpExecArray;
        const changed = body.slice(0, index) + ((Number(digit) + more) % 10) + body.slice(index + 1);
        expect(findQuotes(changed, [chunk("d", body)])).toEqual([]);
        const around = changed.slice(Math.max(0, index - 10), index + 10);
        const [found = null] = findQuotes(around, [chunk("d", body)]);
        if (found) expect(foldedQuote(body).text).toContain(foldedQuote(around).text.trim());
      }),
      { numRuns: 2_000 },
    );
  });
});
