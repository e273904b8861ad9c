/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, render, screen } from "@testing-library/react";
import type { SearchResult } from "../src/reading/answers.js";
import { Result } from "../src/reading/result.js";

afterEach(cleanup);

const TABLE =
  "| 種類 | 額 |\n| --- | ---: |\n| 日当 | 4,500 |\n| 宿泊料 | 22,000 |\n| 交通費 | 実費 |\n| 支度料 | 10,000 |\n| 雑費 | 500 |";

const TEXT = "出張の日当は、別表のとおりとする。";

type Shown = Partial<SearchResult["chunk"]["display"]> & Partial<Pick<SearchResult, "highlights">>;

function shown(
  { body_text = TEXT, body_md = null, highlights = [[3, 5]] }: Shown,
  { label = "第5条", title = "日当" } = {},
) {
  const result = {
    score: 1,
    fit: 1,
    doc: { id: "travel", title: "旅費規程", version: "1" },
    section: { id: "travel::art5", type: "article", label, title, breadcrumb: ["第2章 旅費"] },
    chunk: { chunk_id: "travel::art5::paragraph-1", display: { body_text, body_md } },
    highlights,
  } as unknown as SearchResult;
  const search = { query: "日当", previous: [], document_id: null, all: false } as const;
  return render(<Result result={result} search={search} />).container;
}

/** The line of a table that matches these words. */
function rowOf(body_md: string, ...words: string[]) {
  const highlights = words.map((word): [number, number] => [
    body_md.indexOf(word),
    body_md.indexOf(word) + word.length,
  ]);
  return shown({ body_text: null, body_md, highlights }).querySelector("p");
}

const marksOf = (element: Element) => [...element.querySelectorAll("mark")].map((mark) => mark.textContent);

describe("A result", () => {
  it("is a section: one line names its document and leads to its best passage, in the language of both", () => {
    const result = shown({});
    const name = screen.getByRole("heading", { level: 3 });
    expect([name.textContent, name.lang]).toEqual(["旅費規程 第5条（日当）", "ja"]);
    expect(screen.getByRole("link", { name: "第5条（日当）" }).getAttribute("href")).toBe(
      `/documents/travel/art5::paragraph-1?q=${encodeURIComponent("日当")}`,
    );
    expect(result.textContent).toBe(`旅費規程 第5条（日当）${TEXT}`);
    expect(marksOf(result)).toEqual(["日当"]);
  });

  it("has the document's title where the section has no name", () => {
    expect(shown({}, { label: "", title: "" }).querySelector("h3")?.textContent).toBe("旅費規程");
  });

  it("says the row of a table that has most of the words, each cell but the first with its column", () => {
    const row = rowOf(TABLE, "支度料", "日当", "10,000");
    expect(row?.textContent).toBe("支度料 ・ 額 10,000");
    expect(marksOf(row as Element)).toEqual(["支度料", "10,000"]);
    expect(rowOf(TABLE)?.textContent).toBe("日当 ・ 額 4,500");
    expect(rowOf("")?.textContent).toBe("");
  });

  it("has the text of merged cells, no markup, and no empty cell", () => {
    const table =
      "| 区分 | 宿泊料 | ← | 備考 |\n| --- | --- | --- | --- |\n| 役員 | **国内** | 1 |  |\n| ↑ | 海外<br>欧州 | 2\\|3 | ← |";
    expect(rowOf(table, "海外")?.textContent).toBe("役員 ・ 宿泊料 海外 欧州 ・ 宿泊料 2|3");
    expect(rowOf(table, "国内")?.textContent?.replaceAll(/ +/g, " ")).toBe("役員 ・ 宿泊料 国内 ・ 宿泊料 1");
  });

  it("shows the places of long texts where the words are", () => {
    const long = `${"あ".repeat(500)}日当${"い".repeat(500)}`;
    const result = shown({ body_text: long, highlights: [[500, 502]] });
    const [first] = result.querySelectorAll("p");
    expect(first?.textContent).toMatch(/^… あ+日当い+ …$/);
    expect(first?.textContent?.length).toBeLessThan(120);
    expect(marksOf(result)).toEqual(["日当"]);
  });

  it("shows more of text that takes less room", () => {
    const lengthOf = (of: string) =>
      shown({ body_text: of.repeat(900), highlights: [[0, 1]] }).querySelector("p")?.textContent.length ?? 0;
    expect(lengthOf("a ")).toBeGreaterThan(lengthOf("条") * 1.8);
  });
});
