import { describe, expect, it } from "@jest/globals";
import type { QuotedChunk } from "../../src/answers/find-quote.js";
import { type ProofSource, type Proven, proveSentence } from "../../src/answers/prove.js";
import { Vocabulary } from "../../src/search/vocabulary.js";

function source(
  label: string,
  text: string,
  text_type: QuotedChunk["text_type"] = "paragraph",
  title = "",
): ProofSource {
  const texts = text_type === "table" ? { body_text: null, body_md: text } : { body_text: text, body_md: null };
  const breadcrumb = title === "" ? [] : [`${label} ${title}`];
  return { section: { label }, chunks: [{ chunk_id: "d::1", text_type, display: { title, breadcrumb, ...texts } }] };
}
const outcome = (proven: Proven) => ("proof" in proven ? "proven" : proven.dropped);
const judged = (text: string, quote: string, from: ProofSource, vocabulary?: Vocabulary) =>
  outcome(proveSentence({ text, source: 1, quote }, [from], vocabulary && { vocabulary }));

const ALLOWANCE = source(
  "第5条",
  "出張した者には、1日につき日当5,500円を支給する。役員には日当を支給しない。",
  "paragraph",
  "日当",
);
const QUOTE = "1日につき日当5,500円を支給する";
const LEAVE = source("Article 17", "Every employee is entitled to ten days of paid leave after six months of service.");
const LEAVE_QUOTE = "Every employee is entitled to ten days of paid leave after six months of service.";
const TABLE = source(
  "別表第1",
  "| 職位 | 日当（円） | 宿泊料 |\n| --- | ---: | ---: |\n| 部長 | 3,500 | 14,000円 |\n| 課長 | 3,000 | 12,000円 |\n| 係員 | 2,500 | 10,000円 |\n",
  "table",
  "国内出張の旅費",
);
const ROW = "| 課長 | 3,000 | 12,000円 |";

describe("a sentence is proven", () => {
  it.each<[string, string, ProofSource]>([
    ["日当は1日につき5,500円支給されます。", QUOTE, ALLOWANCE],
    ["日当は１日につき五千五百円を支給します。", QUOTE, ALLOWANCE],
    ["第5条により、1日につき日当5,500円が支給されます。", QUOTE, ALLOWANCE],
    ["役員には日当を支給しません。", "役員には日当を支給しない。", ALLOWANCE],
    ["The daily allowance is 5,500 yen.", QUOTE, ALLOWANCE],
    ["Article 17 says that every employee is entitled to 10 days of paid leave.", LEAVE_QUOTE, LEAVE],
    ["You are entitled to 10 days of paid leave after 6 months.", LEAVE_QUOTE, LEAVE],
    ["勤続6か月で10日の有給休暇を取れます。", LEAVE_QUOTE, LEAVE],
    ["課長の日当は3,000円です。", ROW, TABLE],
    ["課長の宿泊料は12,000円です。", ROW, TABLE],
    ["国内出張の宿泊料は、課長が12,000円です。", ROW, TABLE],
  ])("%s", (text, quote, from) => {
    expect(judged(text, quote, from)).toBe("proven");
  });

  it("with the place of its quote", () => {
    const sources = [LEAVE, ALLOWANCE];
    const { start, end } = { start: 8, end: 8 + QUOTE.length };
    expect(proveSentence({ text: "日当は1日につき5,500円支給されます。", source: 2, quote: QUOTE }, sources)).toEqual({
      proof: { chunk_id: "d::1", start, end },
    });
  });
});

describe("a sentence is dropped", () => {
  it.each([0, -1, 2, 1.5, Number.NaN])("if there is no source %p", (number) => {
    const draft = { text: "日当は1日につき5,500円です。", source: number, quote: QUOTE };
    expect(outcome(proveSentence(draft, [ALLOWANCE]))).toBe("no_such_source");
  });

  it.each<[string, string, ProofSource]>([
    ["the quote is of another source", LEAVE_QUOTE, ALLOWANCE],
    ["the quote has another digit", "1日につき日当5,600円を支給する", ALLOWANCE],
    ["the quote is put together from two places", "出張した者には、日当を支給しない", ALLOWANCE],
    ["the quote is too short", "5,500円を", ALLOWANCE],
    ["the quote cuts a number", "500円を支給する。役員には", ALLOWANCE],
    ["the quote has two rows", "| 部長 | 3,500 | 14,000円 |\n| 課長 | 3,000 | 12,000円 |", TABLE],
    ["the quote goes from one row into the next one", "14,000円 |\n| 課長 | 3,000", TABLE],
    ["the quote is a column", "3,500 3,000 2,500", TABLE],
    ["the quote is empty", "", ALLOWANCE],
  ])("if %s", (_, quote, from) => {
    expect(judged("日当は支給されます。", quote, from)).toBe("not_quoted");
  });

  it.each<[string, string, ProofSource]>([
    ["日当は1日につき5,000円です。", QUOTE, ALLOWANCE],
    ["日当は1日につき55,000円です。", QUOTE, ALLOWANCE],
    ["日当は1日につき5,500ドルです。", QUOTE, ALLOWANCE],
    ["日当は1か月につき5,500円です。", QUOTE, ALLOWANCE],
    ["日当は2日で5,500円です。", QUOTE, ALLOWANCE],
    ["日当は1日につき5,500円、年２回支給します。", QUOTE, ALLOWANCE],
    ["日当は1日につき五千円支給します。", QUOTE, ALLOWANCE],
    ["日当は1日につき٥٠٠٠円支給します。", QUOTE, ALLOWANCE],
    ["日当は1日につき𝟓,𝟎𝟎𝟎円支給します。", QUOTE, ALLOWANCE],
    ["日当は1日につき⑤円支給します。", QUOTE, ALLOWANCE],
    ["日当は1日につき5,500円から6,000円まで支給します。", QUOTE, ALLOWANCE],
    ["第6条により、日当は1日につき5,500円です。", QUOTE, ALLOWANCE],
    ["就業規則第6条により、日当は1日につき5,500円です。", QUOTE, ALLOWANCE],
    ["第5条第3項により、日当は1日につき5,500円です。", QUOTE, ALLOWANCE],
    ["Under Article 6, the allowance is 5,500 yen per day.", QUOTE, ALLOWANCE],
    ["Every employee is entitled to twelve days of paid leave.", LEAVE_QUOTE, LEAVE],
    ["Every employee is entitled to ten weeks of paid leave.", LEAVE_QUOTE, LEAVE],
    ["Articles 17 and 18 entitle every employee to ten days of paid leave.", LEAVE_QUOTE, LEAVE],
    ["課長の日当は3,500円です。", ROW, TABLE],
    ["課長の宿泊料は14,000円です。", ROW, TABLE],
    ["課長の日当は3,000ドルです。", ROW, TABLE],
  ])("for its number: %s", (text, quote, from) => {
    expect(judged(text, quote, from)).toBe("number");
  });

  it.each([
    ["休暇は3日とする。", "休暇は3〜5日とする。"],
    ["休暇は5日とする。", "休暇は3日から5日までとする。"],
    ["休暇は4月1日に与える。", "休暇は4月10日に与える。"],
    ["休暇は2026年4月1日に与える。", "休暇は4月1日に与えるものとする。"],
    ["休暇は午後5時に終わる。", "休暇は午前5時に終わるものとする。"],
    ["休暇は3か月とする。", "休暇は3月から与えるものとする。"],
    ["休暇は5000円とする。", "休暇は5\u200b500円とするものとする。"],
  ])("for its number: %s under: %s", (text, quote) => {
    expect(judged(text, quote, source("", quote))).toBe("number");
  });

  it.each([
    ["The objection under Article 21(2) is pending.", "number"],
    ["The objection under Article 21(1)(a) is pending.", "number"],
    ["The objection under Article 2 is pending.", "number"],
    ["The objection under Article 21(1) is pending.", "proven"],
    ["The objection under Article 21 is pending.", "proven"],
  ])("for another part of an article, or not: %s", (text, expected) => {
    const quote = "The objection pursuant to Article 21(1) is pending.";
    expect(judged(text, quote, source("", quote))).toBe(expected);
  });

  it.each([
    ["第5条の規定により、日当を支給します。", "number"],
    ["第5条により、日当を支給します。", "number"],
    ["日当は、第5条に定める者に支給します。", "number"],
    ["第9条の規定により、日当を支給します。", "proven"],
    ["第5条では、日当を支給します。", "proven"],
    ["第5条によると、第9条の規定により日当を支給します。", "proven"],
    ["日当を支給します（第5条）。", "proven"],
  ])("for its section's article in the place of another one, or not: %s", (text, expected) => {
    const quote = "第9条の規定により、日当を支給する。";
    expect(judged(text, quote, source("第5条", quote))).toBe(expected);
  });

  it.each([
    ["Under Article 17, leave is paid.", "number"],
    ["Article 17 says that leave is paid.", "proven"],
    ["Leave is paid (Article 17).", "proven"],
  ])("for its section's article in English, or not: %s", (text, expected) => {
    const quote = "Subject to Article 12, leave is paid.";
    expect(judged(text, quote, source("Article 17", quote))).toBe(expected);
  });

  it("for its section's article where the quote says in the same way where it comes from", () => {
    const quote = "第9条では、日当を支給する。";
    expect(judged("第5条では、日当を支給します。", quote, source("第5条", quote))).toBe("number");
  });

  it.each([
    ["4. 日当は、3,000円とする。", "3. 日当は、3,000円とする。", "number"],
    ["（4）日当は、3,000円とする。", "（3） 日当は、3,000円とする。", "number"],
    ["3. 日当は、3,000円とする。", "3. 日当は、3,000円とする。", "proven"],
    ["1. 日当は、3,000円です。", "日当は、3,000円とする。", "proven"],
    ["日当は、3,000円です。", "3. 日当は、3,000円とする。", "proven"],
  ])("for the number of another item, or not: %s under: %s", (text, quote, expected) => {
    expect(judged(text, quote, source("", quote))).toBe(expected);
  });

  it("for a number of which the quote has only the beginning", () => {
    const from = source("", "日当として支給する額は、5千5百円とし、令和8年4月1日から適用する。");
    expect(judged("日当として支給する額は5です。", "日当として支給する額は、5", from)).toBe("not_quoted");
    expect(judged("4月1日から適用します。", "4月1日から適用する。", from)).toBe("number");
    const spelled = source("", "The allowance paid is twenty-five yen.");
    expect(judged("The allowance paid is 20 yen.", "The allowance paid is twenty", spelled)).toBe("number");
    expect(judged("The allowance paid is five yen.", "five yen.", spelled)).toBe("number");
  });

  it.each<[string, string, ProofSource]>([
    ["日当は1日につき5,500円支給しません。", QUOTE, ALLOWANCE],
    ["役員には日当を支給します。", "役員には日当を支給しない。", ALLOWANCE],
    ["役員には日当を支給します。", "。役員には日当を支給し", ALLOWANCE],
    ["Every employee is not entitled to ten days of paid leave.", LEAVE_QUOTE, LEAVE],
    ["Employees can’t take ten days of paid leave after six months of service.", LEAVE_QUOTE, LEAVE],
  ])("for its negation: %s", (text, quote, from) => {
    expect(judged(text, quote, from)).toBe("negation");
  });

  it.each([
    [
      "Part-time staff is paid 3,000 yen.",
      "part-time staff is paid 3,000 yen",
      "No part-time staff is paid 3,000 yen.",
    ],
    ["Leave is paid.", "paid leave is given", "Only unpaid leave is given."],
    ["日当は3,000円です。", "日当3,000円は、", "日当3,000円は、役員には支給しない。"],
    ["喫煙は社内でできます。", "社内における喫煙は", "社内における喫煙は\n禁止とする。"],
  ])("for a negation that the quote leaves out: %s", (text, quote, body) => {
    expect(judged(text, quote, source("", body))).toBe("negation");
  });

  it("not for a heading in brackets above its quote", () => {
    const quote = "防止のため、事業主は、必要な措置を講じる。";
    expect(judged(quote, quote, source("", `【第13条　ハラスメントの禁止】\n${quote}`))).toBe("proven");
  });

  it.each<[string, string, ProofSource]>([
    ["住宅手当は毎月支給されます。", QUOTE, ALLOWANCE],
    ["はい、できます。", QUOTE, ALLOWANCE],
    ["Managers approve overseas trips and hotel bookings.", LEAVE_QUOTE, LEAVE],
    ["部長の日当は3,000円です。", ROW, TABLE],
    ["部長の国内出張の日当及び宿泊料は12,000円です。", ROW, TABLE],
    ["課長と部長の国内出張の日当及び宿泊料は12,000円です。", ROW, TABLE],
  ])("for its content: %s", (text, quote, from) => {
    expect(judged(text, quote, from)).toBe("content");
  });

  it.each([
    ["役員の宿泊料は3,000円です。", "number"],
    ["役員の日当（1日）は3,000円です。", "proven"],
    ["勤続5年以上の役員の日当は3,000円です。", "proven"],
    ["役員の日当は3,000円、宿泊料は9,000円です。", "proven"],
  ])("for a number under another column, or not: %s", (text, expected) => {
    const table =
      "| 勤続 | 職位 | 日当（1日） | 宿泊料 |\n| --- | --- | --- | --- |\n| 5年以上 | 役員 | 3,000円 | 9,000円 |";
    expect(judged(text, table.split("\n")[2] as string, source("", table, "table"))).toBe(expected);
  });

  it("where a quote stands in several places, by the one that the sentence is about", () => {
    const quote = "1日につき3,000円の日当を支給";
    const list = source("", `(1) 部長　${quote}する。\n(2) 課長　${quote}しない。`, "list");
    expect(judged("部長には1日につき3,000円の日当を支給します。", quote, list)).toBe("proven");
    expect(judged("課長には1日につき3,000円の日当を支給します。", quote, list)).toBe("negation");
    expect(judged("1日につき3,000円の日当を支給します。", quote, list)).toBe("negation");
    const proven = proveSentence({ text: "課長には1日につき3,000円の日当を支給しません。", source: 1, quote }, [list]);
    expect(proven).toMatchObject({ proof: { start: list.chunks[0]?.display.body_text?.lastIndexOf(quote) } });
  });

  it.each([
    ["従業員は届出をしなければなりません。", "従業員は、届出をすることができる。"],
    ["The employee must report the change.", "従業員は、変更を届け出ることができる。"],
    ["会議は土曜日に開催されます。", "会議は月・水・金曜日に開催する。"],
    ["Salaries are raised in May.", "Salaries are lowered in May."],
  ])("for the opposite of its quote: %s", (text, quote) => {
    expect(judged(text, quote, source("", quote))).toBe("opposite");
  });

  it.each([
    ["会議は水曜日に開催されます。", "会議は月・水・金曜日に開催する。"],
    ["全社の定例会議は日曜日に開催されます。", "全社の定例会議は土日に開催する。"],
    ["Salaries must be raised in May.", "In May salaries must be raised."],
  ])("not for a word that its quote has: %s", (text, quote) => {
    expect(judged(text, quote, source("", quote))).toBe("proven");
  });

  it("unless the vocabulary ties its words to those of the quote", () => {
    const from = source("", "時間外労働に対し、割増賃金を支払うものとする。");
    const quote = "時間外労働に対し、割増賃金を支払う";
    const vocabulary = new Vocabulary([{ said: "残業代", meant: ["割増賃金"] }]);
    expect(judged("残業代を払います。", quote, from)).toBe("content");
    expect(judged("残業代を払います。", quote, from, vocabulary)).toBe("proven");
    const reversed = new Vocabulary([{ said: "割増賃金", meant: ["残業代"] }]);
    expect(judged("残業代を払います。", quote, from, reversed)).toBe("proven");
    expect(judged("退職金を払います。", quote, from, vocabulary)).toBe("content");
  });

  it.each([
    "",
    " 　",
    "日当は5,500円\nです。",
    "日当は5,500円\u0007です。",
    "日当は\u202e5,500円です。",
    "日当は5\u200b,500円です。",
    "日当は5\u0336,500円です。",
    "日当は5,500円です。\ud800",
    "日当は5,500円です。https://evil.example/",
    "日当は5,500円です。ｈｔｔｐｓ：／／evil.example/",
    "日当は5,500円です。evil.example.com",
    "日当は5,500円です。www.evil.test",
    "javascript:alert(1) 日当は5,500円です。",
    "日当は[5,500円](x)です。",
    "日当は[5,500円][1]です。",
    "日当は![5,500円](x)です。",
    "日当は<b>5,500円</b>です。",
    "日当は<!-- 5,500円 -->です。",
    "日当は＜img src=x＞5,500円です。",
    "日".repeat(601),
    "𠮷".repeat(601),
  ])("as unsafe: %j", (text) => {
    expect(judged(text, QUOTE, ALLOWANCE)).toBe("unsafe");
  });

  it.each(["葛\u{e0100}城の日当は1日につき5,500円支給。", "日当は5,500円 (1日につき)、1日<2日、支給。"])(
    "not as unsafe: %s",
    (text) => {
      expect(judged(text, QUOTE, ALLOWANCE)).not.toBe("unsafe");
    },
  );
});
