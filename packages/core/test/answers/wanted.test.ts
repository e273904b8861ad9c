import { describe, expect, it } from "@jest/globals";
import { wantedIn } from "../../src/answers/wanted.js";

describe("what a question asks for", () => {
  it.each([
    ["日当はいくら", "日当は3,000円とする。", "日当は別表第1による。"],
    ["海外の日当はいくら", "1日50ドルとする。", "日当を支給する。"],
    ["海外の日当はいくら", "1日40ユーロ又は30ポンドとする。", "日当を支給する。"],
    ["How much is the allowance?", "It is £60, or 60 pounds.", "An allowance is paid."],
    ["通勤手当の上限", "1か月５万５千円を上限とする。", "通勤手当は上限を設ける。"],
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
    ["作業服は何着", "夏、冬 各2着", "3年ごとに貸与する。"],
    ["パスワードは何文字以上", "１４文字以上とする。", "2種類の文字を用いる。"],
    ["When is pay day?", "Salary is paid on the 25th of the month.", "Salary is paid."],
    ["What is the daily allowance?", "It is 2,600 yen a day.", "It is listed in Annex III."],
    ["When must a breach be notified?", "Not later than 72 hours after it.", "Breaches are notified."],
    ["誰に届け出る", "所属長に届け出る。", "届け出る。"],
    ["Who approves trips?", "Your department manager approves trips.", "Trips need approval."],
    ["何人まで", "5名を限度とする。", "限度を設ける。"],
  ])("%s", (question, answer, other) => {
    const wanted = wantedIn(question);
    const has = (text: string) => wanted?.has({ text, cells: null });
    expect([has(answer), has(other)]).toEqual([true, false]);
  });

  it("may be a number in one cell of a row and its unit in another", () => {
    const row = (...texts: string[]) =>
      wantedIn("How many days of leave do I get?")?.has({
        text: texts.join(" / "),
        cells: texts.map((text) => ({ column: "", text })),
      });
    expect(row("Length of service: Days of leave", "0.5: 10")).toBe(true);
    expect(row("Length of service: Leave", "short: some")).toBe(false);
  });

  it.each([
    ["副業していい？", "会社の許可を得て行うことができる。", "副業とは他の仕事をいう。"],
    ["Can I work from home?", "You may work from home.", "Home is where you live."],
    ["育休中に手当は出ますか", "手当を支給しない。", "手当は別表による。"],
    ["道で転んだときはどうすればいい", "所属長に報告する。", "転倒は事故である。"],
  ])("%s: a text that says so answers rather", (question, answer, other) => {
    const wanted = wantedIn(question);
    const has = (text: string) => wanted?.has({ text, cells: null });
    expect([has(answer), has(other)]).toEqual([true, false]);
    expect([wanted?.isCertain, wantedIn("いくら")?.isCertain]).toEqual([false, true]);
  });

  it.each([
    ["How much unused leave can I carry over?", "Up to 40 days."],
    ["給料日が土日ならいつ", "その前営業日に支払う。"],
    ["なくしたらどこに電話する？", "緊急当番（内線 7299）"],
  ])("%s has its answer in: %s", (question, text) => {
    expect(wantedIn(question)?.has({ text, cells: null })).toBe(true);
  });

  it.each(["出張の日当の上限を超えてもいい？", "maximum overtime per year"])(
    "%s: money that is only named is not asked for, so any text may answer",
    (question) => expect(wantedIn(question)?.isCertain).toBe(false),
  );

  it("may be anything", () => {
    expect(wantedIn("服務規律")).toBeNull();
  });
});
