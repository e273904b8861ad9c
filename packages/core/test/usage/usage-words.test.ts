import { describe, expect, it } from "@jest/globals";
import { usageWords } from "../../src/usage/usage-words.js";

describe("The words of a question that are counted", () => {
  it.each([
    ["通勤手当の上限はいくらですか", ["上限", "通勤手当"]],
    ["忌引きは何日ですか？", ["忌引き"]],
    ["ＵＳＢメモリ を　使える？", ["usb", "使える", "メモリ"]],
    ["How many days of sick leave may I take?", ["days", "leave", "many", "sick", "take"]],
    ["テレワークの申請方法", ["テレワーク", "申請"]],
    ["", []],
    ["？！ 。", []],
  ])("%s", (question, words) => {
    expect(usageWords(question)).toEqual([...words].sort());
  });

  it("have no numbers that may name a user, no single characters, and nothing that cannot be stored", () => {
    expect(usageWords("社員番号 001234 の 有給 電話 03-1234-5678 2026 12,000 円 a\ud800 \0")).toEqual([
      "有給",
      "社員番号",
      "電話",
    ]);
  });

  it("are few, however long the question is", () => {
    const question = Array.from({ length: 400 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}x${i % 26}`).join(
      " ",
    );
    expect(usageWords(question)).toHaveLength(8);
    expect(usageWords("あ".repeat(1_000))).toEqual([]);
    expect(usageWords("漢".repeat(1_000))).toEqual([]);
  });
});
