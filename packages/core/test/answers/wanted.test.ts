import { describe, expect, it } from "@jest/globals";
import { wantedIn } from "../../src/answers/wanted.js";

describe("what a question asks for", () => {
  it.each([
    ["日当はいくら", "日当は3,000円とする。", "日当は別表第1による。"],
    ["通勤手当の上限", "1か月５万５千円を上限とする。", "通勤手当は上限を設ける。"],
    ["How much is the allowance?", "The allowance is 2,600 yen a day.", "An allowance is paid."],
    ["有給は何日", "10日を与える。", "年次有給休暇を与える。"],
    ["育休は何か月", "1箇月を限度とする。", "休業を認める。"],
    ["How many days of leave do I get?", "You get ten days.", "You get leave."],
    ["How long is the notice?", "Notice is three months.", "Give notice."],
    ["定年は何歳", "満60歳とする。", "定年を設ける。"],
    ["賞与はいつ", "毎年6月及び12月に支給する。", "賞与を支給する。"],
    ["退職届はいつまでに出す", "30日前までに届け出る。", "届け出る。"],
    ["When must a breach be notified?", "Not later than 72 hours after it.", "Breaches are notified."],
    ["誰に届け出る", "所属長に届け出る。", "届け出る。"],
    ["Who approves trips?", "Your department manager approves trips.", "Trips need approval."],
    ["何人まで", "5名を限度とする。", "限度を設ける。"],
  ])("%s", (question, answer, other) => {
    const wanted = wantedIn(question);
    const has = (text: string) => wanted?.({ text, cells: null });
    expect([has(answer), has(other)]).toEqual([true, false]);
  });

  it("may be a number in one cell of a row and its unit in another", () => {
    const row = (...cells: string[]) =>
      wantedIn("How many days of leave do I get?")?.({ text: cells.join(" / "), cells });
    expect(row("Length of service: Days of leave", "0.5: 10")).toBe(true);
    expect(row("Length of service: Leave", "short: some")).toBe(false);
  });

  it.each(["副業していい？", "Can I work from home?", "服務規律"])("%s: any text may answer", (question) => {
    expect(wantedIn(question)).toBeNull();
  });
});
