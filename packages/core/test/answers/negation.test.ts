import { describe, expect, it } from "@jest/globals";
import { polarityOf } from "../../src/answers/negation.js";

function isNegated(text: string): boolean {
  const { denials, exceptions } = polarityOf(text);
  return denials + exceptions > 0;
}

describe("a sentence that says that something is not so", () => {
  it.each([
    "日当は支給しない。",
    "日当は支給しません。",
    "日当は支給されませんでした。",
    "承認を得ずに欠勤した者",
    "届け出ず、欠勤した場合",
    "これを認めず。",
    "手続を用いず、申請した。",
    "承認がなければ支給しない。",
    "承認がなければ、旅費は出る。",
    "許可なく持ち出すこと",
    "上限なし",
    "賞与は無し。",
    "これを除く。",
    "休日を除き、毎日とする。",
    "時間外労働を除外する。",
    "私用を禁止する。",
    "兼業を禁ずる。",
    "喫煙は厳禁",
    "払戻しは不可",
    "申請は不要です。",
    "社員以外の者",
    "この限りでない。",
    "パートは対象外です。",
    "未取得の休暇",
    "無給とする。",
    "通勤手当は非課税である。",
    "対応いたしかねます。",
    "理由を問わず支給しない。",
    "提出しなければならないが、写しは要らない。",
    "10日を超えない範囲",
    "Overtime is not paid.",
    "You can't carry leave over.",
    "Employees don’t pay.",
    "No allowance is paid.",
    "It is never paid.",
    "None of them is paid.",
    "Neither applies.",
    "Paid to all, except part-time staff.",
    "Excluding bonuses, 10 days.",
    "Leave without approval",
    "Paid unless the manager objects",
    "Smoking is prohibited.",
    "It is forbidden.",
    "You cannot work from home.",
    "Leave is unpaid.",
    "Reserved for non-regular staff",
    "People other than employees",
  ])("%s", (text) => {
    expect(isNegated(text)).toBe(true);
  });
});

describe("a sentence that says that something is so", () => {
  it.each([
    "日当は3,000円を支給する。",
    "届け出なければならない。",
    "届け出なければなりません。",
    "届け出なければならず、",
    "届け出なくてはならない。",
    "届け出ないといけません。",
    "届け出ねばならない。",
    "中止せざるを得ない。",
    "必ず届け出る。",
    "まず上長に届け出る。",
    "届け出たはずである。",
    "わずかな額とする。",
    "いずれかの者、少なくとも1人ずつ",
    "遅滞なく届け出る。",
    "理由を問わず支給する。",
    "雇用形態にかかわらず適用する。",
    "社員のみならずパートにも適用する。",
    "正社員だけでなくパートにも支給する。",
    "兼業は禁止されていない。",
    "兼業を禁止しない。",
    "支給しないわけではない。",
    "支給しないことはない。",
    "例外なく適用する。",
    "3日ないし5日とする。",
    "10歳未満の子",
    "やむを得ない事由がある場合は休める。",
    "電子で提出して差し支えない。",
    "出勤したものとみなし、賃金を払う。",
    "不可抗力による場合も支給する。",
    "在宅勤務を行ないます。",
    "Leave is ten days.",
    "Notify the officer without undue delay.",
    "Not later than 72 hours after the breach",
    "Smoking is not prohibited here.",
    "It is not only allowed but encouraged.",
    "It applies to all staff without exception.",
    "Without prejudice to other tasks, the officer answers questions.",
    "Whether or not you travel, you are paid.",
    "See form No. 5.",
    "You must notify the manager.",
    "Note the notice in the notebook; nobly done.",
  ])("%s", (text) => {
    expect(isNegated(text)).toBe(false);
  });
});
