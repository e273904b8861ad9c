/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, render, screen } from "@testing-library/react";
import type { FoundPassage, SearchResult } from "../src/reading/answers.js";
import { AMOUNTS, Result } from "../src/reading/result.js";

afterEach(cleanup);

const TABLE =
  "| 種類 | 額 |\n| --- | ---: |\n| 日当 | 4,500 |\n| 宿泊料 | 22,000 |\n| 交通費 | 実費 |\n| 支度料 | 10,000 |\n| 雑費 | 500 |";

const PASSAGE: FoundPassage = {
  chunk_id: "travel::art5::paragraph-1",
  text_type: "paragraph",
  body_text: "出張の日当は、別表のとおりとする。",
  body_md: null,
  highlights: [[3, 5]],
  goes_on: false,
};

function shown(
  passages: readonly Partial<FoundPassage>[],
  { more = 0, label = "第5条", title = "日当", amount = AMOUNTS.other as (typeof AMOUNTS)[keyof typeof AMOUNTS] } = {},
) {
  const result = {
    score: 1,
    fit: 1,
    doc: { id: "travel", title: "旅費規程", version: "1" },
    section: { id: "travel::art5", type: "article", label, title, breadcrumb: ["第2章 旅費"] },
    chunk: { chunk_id: "travel::art5::paragraph-1", display: { body_text: null, body_md: null } },
    highlights: [],
    passages: passages.map((passage, nth) => ({
      ...PASSAGE,
      chunk_id: `travel::art5::paragraph-${nth + 1}`,
      ...passage,
    })),
  } as unknown as SearchResult;
  const asked = { query: "日当", document_id: null, kind: "all", all: false } as const;
  return render(<Result result={result} amount={amount} asked={asked} more={more} />).container;
}

const marksOf = (element: Element) => [...element.querySelectorAll("mark")].map((mark) => mark.textContent);

describe("A result", () => {
  it("is a section: its name leads to its best passage, and its place is shown once", () => {
    const result = shown([{}]);
    expect(screen.getByRole("link").getAttribute("href")).toBe(
      `/documents/travel/art5::paragraph-1?q=${encodeURIComponent("日当")}`,
    );
    expect(result.querySelector("h2")?.textContent).toMatch(/^第5条.*日当/);
    expect([...result.querySelectorAll("article ol li")].map((part) => part.textContent)).toEqual([
      "旅費規程",
      "第2章 旅費",
    ]);
    expect(marksOf(result)).toEqual(["日当"]);
  });

  it("has the document's title where the section has no name", () => {
    expect(shown([{}], { label: "", title: "" }).querySelector("h2")?.textContent).toBe("旅費規程");
  });

  it("shows the rows of a table that match, below its header, and how many more there are", () => {
    const at = TABLE.indexOf("支度料");
    const result = shown([{ text_type: "table", body_text: null, body_md: TABLE, highlights: [[at, at + 3]] }]);
    expect([...result.querySelectorAll("tr")].map((row) => row.textContent)).toEqual(["種類額", "支度料10,000"]);
    expect(result.textContent).toMatch(/4 more rows/);
  });

  it("joins merged cells, and shows the row above of a cell that is merged with it", () => {
    const table =
      "| 区分 | ← | 額 |\n| --- | --- | --- |\n| 役員 | 国内 | 1 |\n| ↑ | 海外 | 2 |\n| 社員 | ← | 3 |\n| 嘱託 | ↑ | 4 |\n| 顧問 | 国内 | 5 |";
    const at = table.indexOf("海外");
    const rows = [
      ...shown([{ text_type: "table", body_text: null, body_md: table, highlights: [[at, at + 2]] }]).querySelectorAll(
        "tr",
      ),
    ];
    expect(rows.map((row) => row.textContent)).toEqual(["区分額", "役員国内1", "海外2"]);
    const spans = rows.map((row) =>
      [...row.children].map((cell) => [cell.getAttribute("colspan"), cell.getAttribute("rowspan")]),
    );
    expect(spans[0]?.[0]).toEqual(["2", "1"]);
    expect(spans[1]?.[0]).toEqual(["1", "2"]);
    expect(spans[2]).toHaveLength(2);
  });

  it("shows the places of long texts where the words are", () => {
    const long = `${"あ".repeat(500)}日当${"い".repeat(500)}`;
    const result = shown([{ body_text: long, highlights: [[500, 502]] }]);
    const [first] = result.querySelectorAll("p");
    expect(first?.textContent).toMatch(/^… あ+日当い+ …$/);
    expect(first?.textContent?.length).toBeLessThan(280);
    expect(marksOf(result)).toEqual(["日当"]);
  });

  const textsOf = (passages: readonly Partial<FoundPassage>[]) =>
    [...shown(passages).querySelectorAll("article > p")].map((part) => part.textContent);

  it("shows the passage that answers best, or the first one where the answer above quotes that one", () => {
    const others = [{ body_text: "宿泊料は、実費とする。" }, { body_text: "交通費による。" }];
    expect(textsOf([{}, ...others])).toEqual([PASSAGE.body_text]);
    expect(textsOf([{ chunk_id: "travel::art5::paragraph-7" }, ...others])).toEqual([PASSAGE.body_text]);
  });

  it("keeps a list with the sentence that announces it", () => {
    const lead = { body_text: "次の情報を入力してはならない。", highlights: [] };
    const list = {
      text_type: "list" as const,
      body_text: "- 秘密\n  - 図面\n- 個人情報",
      highlights: [],
      goes_on: true,
    };
    const both = [lead.body_text, "秘密\n図面\n個人情報"];
    expect(textsOf([lead, list, {}])).toEqual(both);
    const best = "travel::art5::paragraph-1";
    expect(textsOf([{ ...lead, chunk_id: "travel::art5::paragraph-8" }, { ...list, chunk_id: best }, {}])).toEqual(
      both,
    );
  });

  it("shows more of the best result, less below an answer, and more of text that takes less room", () => {
    const lengthOf = (of: string, amount: (typeof AMOUNTS)[keyof typeof AMOUNTS]) =>
      shown([{ body_text: of.repeat(900), highlights: [[0, 1]] }], { amount }).querySelector("p")?.textContent.length ??
      0;
    const kanji = lengthOf("条", AMOUNTS.other);
    expect(lengthOf("条", AMOUNTS.first)).toBeGreaterThan(kanji * 1.5);
    expect(lengthOf("条", AMOUNTS.belowAnswer)).toBeLessThan(kanji * 0.8);
    expect(lengthOf("a ", AMOUNTS.other)).toBeGreaterThan(kanji * 1.8);
  });

  it("leads to the other sections of its document", () => {
    shown([{}], { more: 3 });
    expect(screen.getByText("3 more sections in 旅費規程").getAttribute("href")).toBe(
      `/?q=${encodeURIComponent("日当")}&doc=travel`,
    );
  });
});
