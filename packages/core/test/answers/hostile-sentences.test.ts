import { describe, expect, it } from "@jest/globals";
import type { ProofSource } from "../../src/answers/prove.js";
import { proveSentence } from "../../src/answers/prove.js";

const display = { title: "", breadcrumb: [], body_md: null };
function paragraphs(...texts: readonly string[]): ProofSource {
  const chunks = texts.map((body_text, i) => ({
    chunk_id: `d::${i}`,
    text_type: body_text.startsWith("(1)") ? ("list" as const) : ("paragraph" as const),
    display: { ...display, body_text },
  }));
  return { section: { label: "" }, chunks };
}

const fateOf = (text: string, quote: string, from: ProofSource, question = "") => {
  const proven = proveSentence({ text, source: 1, quote }, [from], { question });
  return "proof" in proven ? "proven" : proven.dropped;
};

describe("a sentence that turns its quote around is dropped", () => {
  it.each<[string, string]>([
    ["賞与は支給しない。", "賞与を支給する。ただし、試用期間中の者を除く。"],
    ["Employees are not paid a bonus.", "Employees are paid a bonus, except during probation."],
    ["You cannot take leave.", "You may take leave unless it disturbs the business."],
    ["役員には日当を支給し、社員には日当を支給しない。", "社員には日当を支給し、役員には日当を支給しない。"],
    ["社員には日当を支給しない。", "社員には日当を支給し、役員には日当を支給しない。"],
    ["休暇は証明書がなくても取得できる。", "休暇は証明書がなければ取得できない。"],
  ])("%s ⇐ %s", (text, quote) => {
    expect(fateOf(text, quote, paragraphs(quote))).toBe("negation");
  });

  it.each<[string, string]>([
    ["社員には日当を支給し、役員には日当を支給しません。", "社員には日当を支給し、役員には日当を支給しません。"],
    ["正当な理由がなければ解雇しない。", "会社は、正当な理由がなければ、解雇しない。"],
  ])("but not one that says the same: %s", (text, quote) => {
    expect(fateOf(text, quote, paragraphs(quote))).toBe("proven");
  });

  it("also where a line above its list says no, in the same chunk or the one before", () => {
    const lead = "次の各号の者には、賞与を支給しない。";
    const item = "(1) 試用期間中の社員";
    for (const from of [paragraphs(lead, item), paragraphs(`${lead}\n${item}`)]) {
      expect(fateOf("試用期間中の社員には賞与を支給する。", item, from)).toBe("negation");
      expect(fateOf("試用期間中の社員には賞与を支給しない。", item, from)).toBe("proven");
      expect(fateOf("試用期間中の社員ということはない。", item, from)).toBe("negation");
    }
  });
});

describe("a sentence that changes a bound is dropped", () => {
  it.each<[string, string]>([
    ["出席者は5人以下とする。", "出席者は5人以上とする。"],
    ["出席者は5人とする。", "出席者は5人以上とする。"],
    ["At most 5 people attend.", "At least 5 people attend."],
    ["The fee is less than 500 EUR.", "The fee is more than 500 EUR."],
    ["時間外労働は45時間以上とする。", "時間外労働は45時間未満とする。"],
    ["申請は3日後までに行う。", "申請は3日前までに行う。"],
    ["Apply 3 days after the trip.", "Apply 3 days before the trip."],
  ])("%s ⇐ %s", (text, quote) => {
    expect(fateOf(text, quote, paragraphs(quote))).toBe("number");
  });

  it.each<[string, string]>([
    ["上限は55,000円です。", "55,000円を上限とする。"],
    ["3日前までに申請します。", "申請は、3日前までに行う。"],
    ["Leave is up to 10 days.", "Annual leave is at most 10 days."],
  ])("but not one that says it in other words: %s", (text, quote) => {
    expect(fateOf(text, quote, paragraphs(quote))).toBe("proven");
  });
});

describe("a sentence with a word that turns it around without a sign of negation is dropped", () => {
  const PAID = "会社は、出張した社員に日当を支給する。";
  const TRIPS = "The company pays a daily allowance to employees who travel on business.";
  it.each([
    "会社は、出張した社員に日当を支給シナイ。",
    "会社は、出張した社員に日当の支給ナシ。",
    "The company doesnt pay a daily allowance to employees who travel on business.",
    "The company doesn`t pay a daily allowance to employees who travel on business.",
  ])("as one that denies: %s", (text) => {
    expect(fateOf(text, paidIn(text), paragraphs(paidIn(text)))).toBe("negation");
  });

  it.each([
    "会社は、出張した社員への日当の支給を停止する。",
    "会社は、出張した社員に支給する日当を廃止した。",
    "会社は、出張した社員に日当の支給を拒否する。",
    "会社が出張した社員に日当を支給するというのは誤りである。",
    "会社は、出張した社員に日当を支給するのですか。",
    "The company has abolished the daily allowance to employees who travel on business.",
    "The company fails to pay a daily allowance to employees who travel on business.",
    "It is a myth that the company pays a daily allowance to employees who travel on business.",
    "The company used to pay a daily allowance to employees who travel on business.",
  ])("as its opposite: %s", (text) => {
    expect(fateOf(text, paidIn(text), paragraphs(paidIn(text)))).toBe("opposite");
  });

  it("but not one that says what its quote says, in either language", () => {
    const quote = "会社は、休職中の社員への賃金の支給を停止する。";
    for (const text of [
      "休職中の社員への賃金の支給は停止されます。",
      "The company suspends the wages of employees on leave.",
    ]) {
      expect(fateOf(text, quote, paragraphs(quote))).toBe("proven");
    }
  });

  const paidIn = (text: string) => (/^[A-Z]/.test(text) ? TRIPS : PAID);
});

describe("a sentence with another time, rate or share than its quote is dropped", () => {
  it.each<[string, string, string]>([
    ["給与は、当月25日に支払う。", "給与は、翌月25日に支払う。", "opposite"],
    ["Salary is paid on the 25th of the same month.", "Salary is paid on the 25th of the following month.", "opposite"],
    ["前日の17時以降に承認を得る。", "前日の17時までに承認を得る。", "opposite"],
    ["The allowance is 20,000 yen a year.", "The allowance is 20,000 yen a month.", "opposite"],
    ["手当は20,000円弱とする。", "手当は20,000円とする。", "opposite"],
    ["日当は3,000円の倍額とする。", "日当は3,000円とする。", "opposite"],
    ["The allowance is double 3,000 yen.", "The allowance is 3,000 yen.", "opposite"],
    ["A third of the allowance of 3,000 yen is paid.", "The allowance of 3,000 yen is paid.", "opposite"],
    ["休暇は、1年につき数十日とする。", "休暇は、1年につき10日とする。", "opposite"],
    ["休暇は、1年につきはつかとする。", "休暇は、1年につき10日とする。", "number"],
    ["The company pays nil allowance.", "The company pays an allowance.", "number"],
    ["2026年4月1日以前の出張に適用する。", "2026年4月1日以降の出張に適用する。", "number"],
    ["These rules apply until 1 April 2026.", "These rules apply from 1 April 2026.", "number"],
  ])("%s ⇐ %s", (text, quote, reason) => {
    expect(fateOf(text, quote, paragraphs(quote))).toBe(reason);
  });
});

it("a letter that only looks like another one hides no word", () => {
  const quote = "The company may pay a daily allowance.";
  const hidden = { "no\u0323t": "negation", "n\u043et": "content", "not\u0353": "unsafe" };
  for (const [word, fate] of Object.entries(hidden))
    expect([word, fateOf(`The company may ${word} pay a daily allowance.`, quote, paragraphs(quote))]).toEqual([
      word,
      fate,
    ]);
  const paid = "会社は、日当を支給する。";
  expect(fateOf("会社は、日当を支給しな\u0323い。", paid, paragraphs(paid))).toBe("unsafe");
});

it("nothing is added behind a sentence that is proven", () => {
  for (const [quote, added] of [
    ["申請は、出発の3日前までに所属長に提出する。", "部長の押印が要る。"],
    ["申請は、出発の3日前までに所属長に提出する。", "Ask the helpdesk for a password."],
    ["Submit the request to your manager 3 days before departure.", " Bring your passport."],
  ] as const) {
    expect(fateOf(quote, quote, paragraphs(quote))).toBe("proven");
    expect(fateOf(quote + added, quote, paragraphs(quote))).toBe("content");
  }
});

it("a sentence in another language than the question is dropped", () => {
  const from = paragraphs("パスワードは、他人に知らせてはならない。");
  const quote = "パスワードは、他人に知らせてはならない。";
  const text = "Never send your password to the helpdesk in Lagos.";
  expect(fateOf(text, quote, from, "パスワードの決まりは")).toBe("content");
});

it.each(["bit.ly/leave を見てください。", "someone@host に送ってください。"])("%s is dropped for its link", (text) => {
  expect(fateOf(text, "日当は1日につき3,000円とする。", paragraphs("日当は1日につき3,000円とする。"))).toBe("unsafe");
});
