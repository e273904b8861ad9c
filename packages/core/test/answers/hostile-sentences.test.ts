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

it("a sentence in another language than the question is dropped", () => {
  const from = paragraphs("パスワードは、他人に知らせてはならない。");
  const quote = "パスワードは、他人に知らせてはならない。";
  const text = "Never send your password to the helpdesk in Lagos.";
  expect(fateOf(text, quote, from, "パスワードの決まりは")).toBe("content");
});

it.each(["bit.ly/leave を見てください。", "someone@host に送ってください。"])("%s is dropped for its link", (text) => {
  expect(fateOf(text, "日当は1日につき3,000円とする。", paragraphs("日当は1日につき3,000円とする。"))).toBe("unsafe");
});
