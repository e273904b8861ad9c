import { describe, expect, it } from "@jest/globals";
import { unitsOf } from "../../src/answers/units.js";
import type { StructuredChunk } from "../../src/chunks/structured-chunk.js";

type Part = Pick<StructuredChunk, "text_type" | "display">;

const shown = (text_type: Part["text_type"], texts: { body_text?: string; body_md?: string }): Part => ({
  text_type,
  display: { title: "", breadcrumb: [], body_text: texts.body_text ?? null, body_md: texts.body_md ?? null },
});
const textsOf = (part: Part) => unitsOf(part).map(({ text }) => text);

describe("the parts of a chunk that an answer can quote", () => {
  it("are the sentences of a paragraph, in Japanese and English", () => {
    const text =
      "日当は3,000円とする。宿泊料は「別表第1」による。  Leave is 10 days. See Art. 5 for details. Ask first!";
    expect(textsOf(shown("paragraph", { body_text: text }))).toEqual([
      "日当は3,000円とする。",
      "宿泊料は「別表第1」による。",
      "Leave is 10 days.",
      "See Art. 5 for details.",
      "Ask first!",
    ]);
  });

  it("have the place of their text", () => {
    const text = " 一つ目の文。\n　𠮷野の二つ目。続き";
    for (const { start, end, text: unit } of unitsOf(shown("paragraph", { body_text: text })))
      expect(text.slice(start, end)).toBe(unit);
    expect(unitsOf(shown("paragraph", { body_text: text }))).toHaveLength(3);
  });

  it("are the rows of a table, with the text of merged cells and with both lines of its header", () => {
    const body_md = [
      "| 区分 | 昼 | ← | | ← |",
      "| --- | --- | --- | --- | --- |",
      "| ↑ | 60時間以下 | 60時間超 | 夜 | |",
      "| 平日 | 125% | 150% | 200% | |",
      "| 休日 | ↑ | ← | 250% | |",
    ].join("\n");
    expect(textsOf(shown("table", { body_md }))).toEqual([
      "区分: 平日 / 昼: 60時間以下: 125% / 昼: 60時間超: 150% / 夜: 200%",
      "区分: 休日 / 昼: 60時間以下: 125% / 昼: 60時間超: 125% / 夜: 250%",
    ]);
    const first_row = "| 区分 | 額 |\n| --- | --- |\n| ↑ | 3,000円 |\n| 部長 | 4,000円 |";
    expect(textsOf(shown("table", { body_md: first_row }))).toHaveLength(2);
  });

  it.each([
    [["社員（嘱託を含む。）は、申請する。", "別に定める。"]],
    [["上司は「必ず報告すること。直ちに。」と指示する。", "別に定める。"]],
    [["「承認しない。」とした場合は、再提出する。", "別に定める。"]],
    [["会社が負担する（『上限は1万円とする。』と定めた場合を除く。）。", "別に定める。"]],
    [["「終わり。」", "次の文である。"]],
    [["文である。", "（例外がある。）", "次の文である。"]],
    [["See the form (and Annex 1.)", "Then wait."]],
    [["Staff (including part-time staff.) may apply.", "Then wait."]],
    [["括弧が（閉じない。", "次の文である。"]],
  ])("do not end inside brackets, nor behind them while the sentence goes on: %j", (sentences) => {
    const between = /^[A-Z]/.test(sentences[0] as string) ? " " : "";
    expect(textsOf(shown("paragraph", { body_text: sentences.join(between) }))).toEqual(sentences);
  });

  it("are the sentences of a quotation that is longer than an answer", () => {
    const sentences = Array.from({ length: 60 }, (_, i) => `${i}番目の文である。`);
    const units = textsOf(shown("paragraph", { body_text: `「${sentences.join("")}」` }));
    expect(units).toHaveLength(60);
    expect(units.at(-1)).toBe("59番目の文である。」");
  });

  it("go on behind a bracket, also where the sign of an item has one", () => {
    const body_text = "1）出張（日帰りを含む。以下同じ。）をした者に日当を支給する。";
    expect(textsOf(shown("paragraph", { body_text }))).toEqual([body_text]);
  });

  it("keep an exception with its rule", () => {
    expect(textsOf(shown("paragraph", { body_text: "年10日とする。ただし、パートは5日とする。別に定める。" }))).toEqual(
      ["年10日とする。ただし、パートは5日とする。", "別に定める。"],
    );
  });

  it("are a list's items without their bullets, and a wrapped sentence in one", () => {
    const body_text = "- 宿泊料　12,000円\n・ 日当　3,000円\nYou may work from home\nif your duties allow it.";
    expect(textsOf(shown("list", { body_text, body_md: body_text }))).toEqual([
      "宿泊料　12,000円",
      "日当　3,000円",
      "You may work from home if your duties allow it.",
    ]);
  });

  it.each([
    [
      "通勤手当は、勤務の日数と通う道のりに応じて、月額\n4,500円とし、給与とともに支払う。",
      ["通勤手当は、勤務の日数と通う道のりに応じて、月額4,500円とし、給与とともに支払う。"],
    ],
    [
      "The allowance is paid for each night away and is\n50 dollars.",
      ["The allowance is paid for each night away and is 50 dollars."],
    ],
    [
      "次に掲げる者には、この規程を適用しないものとして取り扱う\n（1）役員\n２、嘱託",
      ["次に掲げる者には、この規程を適用しないものとして取り扱う", "（1）役員", "２、嘱託"],
    ],
    ["東京都千代田区霞が関\n総務部", ["東京都千代田区霞が関", "総務部"]],
  ])("are whole sentences where a paragraph's lines are wrapped: %j", (body_text, texts) => {
    expect(textsOf(shown("paragraph", { body_text }))).toEqual(texts);
  });

  it("are the items below an unended sentence, also those that begin in lower case", () => {
    const body_text = "1. You may work from\n   - your own home,\n   - an office\n     of the Company.";
    expect(textsOf(shown("list", { body_text }))).toEqual([
      "1. You may work from",
      "your own home,",
      "an office of the Company.",
    ]);
  });

  it("are a table's rows with the names of their columns", () => {
    const body_md =
      "| 区分 | 日当 | 備考 |\n| --- | ---: | --- |\n| 部長 | 3,500円 |  |\n| a \\| b<br>c | **1円** | x |\n|  |  |  |";
    const units = unitsOf(shown("table", { body_md }));
    expect(units.map(({ text, cells }) => [text, cells])).toEqual([
      [
        "区分: 部長 / 日当: 3,500円",
        [
          { column: "区分", text: "部長" },
          { column: "日当", text: "3,500円" },
        ],
      ],
      [
        "区分: a | b c / 日当: 1円 / 備考: x",
        [
          { column: "区分", text: "a | b c" },
          { column: "日当", text: "1円" },
          { column: "備考", text: "x" },
        ],
      ],
    ]);
    expect(units.map(({ start, end }) => body_md.slice(start, end))[0]).toBe("| 部長 | 3,500円 |  |");
  });

  it("are none in a heading, and a heading inside a text is none", () => {
    expect(textsOf(shown("paragraph", { body_text: "【第５条　日当】\n日当は払う。" }))).toEqual(["日当は払う。"]);
    expect(unitsOf(shown("heading", { body_text: "第5条（日当）" }))).toEqual([]);
  });
});
