import { describe, expect, it } from "@jest/globals";
import { annexIn, factAskedBy, isKeyword } from "../../src/answers/fact.js";

describe("what a question asks for", () => {
  it.each([
    ["日当はいくら", "日当は3,000円とする。", "日当は別表第1による。"],
    ["海外の日当はいくら", "1日50ドルとする。", "日当を支給する。"],
    ["海外の日当はいくら", "1日40ユーロ又は30ポンドとする。", "日当を支給する。"],
    ["How much is the allowance?", "It is £60, or 60 pounds.", "An allowance is paid."],
    ["通勤手当の額", "1か月５万５千円を上限とする。", "通勤手当は上限を設ける。"],
    ["時間外労働の割増率", "２割５分以上とする。", "割増率を定める。"],
    ["How much is the allowance?", "The allowance is 2,600 yen a day.", "An allowance is paid."],
    ["有給は何日", "10日を与える。", "年次有給休暇を与える。"],
    ["育休は何か月", "1箇月を限度とする。", "休業を認める。"],
    ["How many days of leave do I get?", "You get ten days.", "You get leave."],
    ["How long is the notice?", "Notice is three months.", "Give notice."],
    ["定年は何歳", "満60歳とする。", "定年を設ける。"],
    ["賞与はいつ", "毎年6月及び12月に支給する。", "賞与を支給する。"],
    ["退職届はいつまでに出す", "30日前までに届け出る。", "遅滞なく届け出る。"],
    ["時短は子がいくつになるまで", "小学校第三学年修了までの子とする。", "短時間勤務をする。"],
    ["割増は何パーセント", "100分の25とする。", "月60時間を超える。"],
    ["When is pay day?", "Salary is paid on the 25th of the month.", "Salary is paid."],
    ["When must a breach be notified?", "Not later than 72 hours after it.", "Breaches are notified."],
    ["誰に届け出る", "所属長に届け出る。", "届け出る。"],
    ["Who approves trips?", "Your department manager approves trips.", "Trips need approval."],
    ["何人まで", "5名を限度とする。", "限度を設ける。"],
  ])("%s", (question, answer, other) => {
    const fact = factAskedBy(question);
    const isIn = (text: string) => fact?.isIn({ text, cells: null });
    expect([isIn(answer), isIn(other)]).toEqual([true, false]);
  });

  it("may be a number in one cell of a row and its unit in another", () => {
    const row = (...texts: string[]) =>
      factAskedBy("How many days of leave do I get?")?.isIn({
        text: texts.join(" / "),
        cells: texts.map((text) => ({ column: "", text })),
      });
    expect(row("Length of service: Days of leave", "0.5: 10")).toBe(true);
    expect(row("Length of service: Leave", "short: some")).toBe(false);
  });

  it.each([
    ["How much unused leave can I carry over?", "Up to 40 days."],
    ["給料日が土日ならいつ", "その前営業日に支払う。"],
    ["なくしたらどこに電話する？", "緊急当番（内線 7299）"],
  ])("%s has its answer in: %s", (question, text) => {
    expect(factAskedBy(question)?.isIn({ text, cells: null })).toBe(true);
  });

  it.each(["服務規律", "副業していい？", "出張の日当の上限を超えてもいい？", "maximum overtime per year"])(
    "%s: any text may answer",
    (question) => expect(factAskedBy(question)).toBeNull(),
  );
});

describe("a keyword", () => {
  it.each(["旅費", "有給", "時間外労働", "side job", "Overtime", "第16条"])("%s names a subject", (text) =>
    expect(isKeyword(text)).toBe(true),
  );

  it.each(["懲戒の種類", "定年何歳", "年假有几天", "加班费怎么算", "Overtime?", "notice period for resignation"])(
    "%s asks for something",
    (text) => expect(isKeyword(text)).toBe(false),
  );
});

describe("the annex that a text names", () => {
  it.each([
    ["日当は、別表第1に定める。", "別表第1"],
    ["The rates are in Annex III.", "Annex III"],
    ["第5条による。", null],
  ])("in %s is %s", (text, annex) => expect(annexIn(text)).toBe(annex));
});
