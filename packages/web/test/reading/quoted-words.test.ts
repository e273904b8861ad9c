import { describe, expect, it } from "@jest/globals";
import { chunkAddress } from "../../src/reading/addresses.js";
import { placesOfQuoted, quotedParameter, readQuotedWords } from "../../src/reading/quoted-words.js";

const quotationOf = (text: string, quote: string) => {
  const start = text.indexOf(quote);
  return { start, end: start + quote.length, quote };
};
const display = (body_text: string | null, body_md: string | null = null) => ({
  display: { title: "", breadcrumb: [], body_text, body_md },
});
/** What is marked of the text that the page shows, for the address of these words. */
function marked(counted: string, quote: string, shown: ReturnType<typeof display>): string[] | null {
  const words = readQuotedWords(quotedParameter(quotationOf(counted, quote)));
  const { body_md, body_text } = shown.display;
  const places = words && placesOfQuoted(words, shown);
  return places?.map(([from, to]) => (body_md ?? body_text ?? "").slice(from, to)) ?? null;
}

describe("The quoted words of an address", () => {
  it("are named without their text, which not every reader of the address may see", () => {
    const quotation = quotationOf("日当は3,000円とする。", "3,000円");
    const address = chunkAddress(
      "d",
      "d::art1",
      { query: "日当", previous: [], document_id: null, all: false },
      quotation,
    );
    expect(decodeURIComponent(address)).toMatch(/^\/documents\/d\/art1\?q=日当&words=3-9-[0-9a-z]+$/);
    expect(chunkAddress("d", "d::art1", undefined, quotation)).toMatch(/art1\?words=3-9-/);
  });

  it("do not confirm a guess of their text: many guesses have the same sum", () => {
    const sumOf = (yen: number) => quotedParameter({ start: 0, end: 8, quote: `${100_000 + yen}円` });
    const guesses = Array.from({ length: 100_000 }, (_, yen) => sumOf(yen));
    expect(guesses.filter((guess) => guess === sumOf(54_321)).length).toBeGreaterThan(10);
    expect(new Set(guesses).size).toBeGreaterThan(2_000);
  });

  it.each([null, "", "1", "1-2", "-1-2-a", "1-2-A", "1-2-a-b", "9".repeat(9), "1.5-2-a", "1-2-zzzzzzzz"])(
    "%p are none",
    (parameter) => {
      expect(readQuotedWords(parameter)).toBeNull();
    },
  );

  it("are marked in a text and in a row of a table", () => {
    const text = "役員には支給しない。日当は3,000円とする。";
    expect(marked(text, "日当は3,000円とする。", display(text))).toEqual(["日当は3,000円とする。"]);
    const table = "| 区分 | 日当 |\n| --- | --- |\n| 国内 | 2,500円 |";
    expect(marked(table, "| 国内 | 2,500円 |", display(null, table))).toEqual(["| 国内 | 2,500円 |"]);
  });

  it.each([
    ["- (1) 鉄道の額\n- (2) バスの額", "(2) バスの額", "- (1) **鉄道**の額\n- (2) バスの額", "(2) バスの額"],
    [
      "1. ただし、月55,000円を上限とする。",
      "ただし、月55,000円を上限とする。",
      "1. ただし、**月55,000円**を上限とする。",
      "ただし、**月55,000円**を上限とする。",
    ],
    ["・同じ額\n・同じ額", "・同じ額", "- 同じ額\n- 同じ額", "同じ額"],
    [
      "- see the form and pay",
      "form and pay",
      "- see [the form](https://x.example/a_b) and pay",
      "form](https://x.example/a_b) and pay",
    ],
    ["- a_b & c < d", "b & c < d", "- a\\_b & c \\< d", "b & c \\< d"],
  ])("are marked in the Markdown of the list %j", (text, quote, markdown, expected) => {
    expect(marked(text, quote, display(text, markdown))).toEqual([expected]);
  });

  it("are none where the passage has others, in a later version", () => {
    expect(marked("日当は3,000円とする。", "3,000円", display("日当は4,000円とする。"))).toBeNull();
    expect(marked("日当は3,000円とする。", "3,000円", display("日当"))).toBeNull();
    expect(marked("- 日当は3,000円", "3,000円", display("- 日当は3,000円", "- 別の話"))).toBeNull();
  });
});
