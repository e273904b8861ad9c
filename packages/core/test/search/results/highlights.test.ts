import { describe, expect, it } from "@jest/globals";
import { readQuestion } from "../../../src/search/question/read-question.js";
import { EMPTY_VOCABULARY } from "../../../src/search/question/vocabulary.js";
import { Highlighter, highlightsIn, markedTerms } from "../../../src/search/results/highlights.js";

/** The terms that are marked for a question, each of its significance in weight. */
const marks = (question: string) =>
  markedTerms(readQuestion(question, EMPTY_VOCABULARY).terms.map((term) => ({ ...term, weight: term.significance })));

/** NFKC turns it into 18 characters. */
const LIGATURE = "\uFDFA";

describe("highlights", () => {
  const marked = (text: string, query: string) =>
    highlightsIn(text, marks(query)).map(([start, end]) => text.slice(start, end));

  it("mark the query's words, and adjacent ones as one range", () => {
    expect(marked("通勤手当は、通勤に要する実費とする。", "通勤手当")).toEqual(["通勤手当", "通勤"]);
    expect(marked("The controller shall inform the data subjects.", "data subject")).toEqual(["data", "subjects"]);
    expect(marked("会社は、第三十六条の二により公表する。", "第36条の2")).toEqual(["第三十六条の二"]);
    expect(marked("𠮷田と健康、健", "健")).toEqual(["健", "健"]);
    expect(marked("ｶﾞｲﾄﾞと株式会社ガイド", "ガイド")).toEqual(["ｶﾞｲﾄﾞ", "ガイド"]);
  });

  it("do not mark particles if the query has other words", () => {
    expect(marked("手当はいくらか、といえば、いくらでもない。", "手当はいくらですか")).toEqual(["手当"]);
    expect(marked("通勤手当の上限を定める。", "通勤手当の上限を定めた規程")).toEqual(["通勤手当", "上限", "定め"]);
    expect(marked("クビになることを認める。", "クビに")).toEqual(["クビ"]);
    expect(marked("いくらでもない。", "いくら")).toEqual(["いくら"]);
  });

  it("do not mark a pair of a word of kana that is in another word by chance", () => {
    expect(marked("勤務しているときの、共有ファイルとふぁいる。", "ファイル")).toEqual(["ファイル", "ふぁいる"]);
    expect(marked("ごみはゴミ箱に、けがは届ける。クラウド", "ゴミ")).toEqual(["ごみ", "ゴミ"]);
    expect(marked("賞与をもらう。クラウド", "もらう")).toEqual(["もらう"]);
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
