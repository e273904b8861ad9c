/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, render, screen } from "@testing-library/react";
import type { FoundPassage, SearchResult } from "../src/reading/answers.js";
import { type QuotedText, quotedIn } from "../src/reading/quoted-text.js";
import { Result } from "../src/reading/result.js";
import { AMOUNTS, type Amount } from "../src/reading/shown-passages.js";

afterEach(cleanup);

const TABLE =
  "| 種類 | 額 |\n| --- | ---: |\n| 日当 | 4,500 |\n| 宿泊料 | 22,000 |\n| 交通費 | 実費 |\n| 支度料 | 10,000 |\n| 雑費 | 500 |";

const PASSAGE: FoundPassage = {
  chunk_id: "travel::art5::paragraph-1",
  text_type: "paragraph",
  body_text: "出張の日当は、別表のとおりとする。",
  body_md: null,
  window: null,
  highlights: [[3, 5]],
  goes_on: false,
};

function shown(
  passages: readonly Partial<FoundPassage>[],
  {
    more = 0,
    label = "第5条",
    title = "日当",
    amount = AMOUNTS.other as Amount,
    whole = null as Partial<FoundPassage> | null,
    quoted = quotedIn([]),
  } = {},
) {
  const result = {
    score: 1,
    fit: 1,
    doc: { id: "travel", title: "旅費規程", version: "1" },
    section: { id: "travel::art5", type: "article", label, title, breadcrumb: ["第2章 旅費"] },
    chunk: { chunk_id: "travel::art5::paragraph-1", display: { body_text: whole?.body_text ?? null, body_md: null } },
    window: null,
    truncated: false,
    highlights: whole?.highlights ?? [],
    passages: passages.map((passage, nth) => ({
      ...PASSAGE,
      chunk_id: `travel::art5::paragraph-${nth + 1}`,
      ...passage,
    })),
  } as unknown as SearchResult;
  const asked = { query: "日当", document_id: null, kind: "all" } as const;
  return render(<Result result={result} amount={amount} quoted={quoted} asked={asked} more={more} />).container;
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

  it("shows the places of long texts where the words are", () => {
    const long = `${"あ".repeat(500)}日当${"い".repeat(500)}`;
    const result = shown([{ body_text: long, highlights: [[500, 502]] }, {}]);
    const [first] = result.querySelectorAll("p");
    expect(first?.textContent).toMatch(/^… あ+日当い+ …$/);
    expect(first?.textContent?.length).toBeLessThan(280);
    expect(marksOf(result)).toEqual(["日当", "日当"]);
  });

  const textsOf = (passages: readonly Partial<FoundPassage>[]) =>
    [...shown(passages).querySelectorAll("article > p")].map((part) => part.textContent);

  it("leaves out passages that add nothing to the best one where there is no room", () => {
    const best = `出張の日当は、${"あ".repeat(250)}`;
    const marked = (body_text: string): Partial<FoundPassage> => ({ body_text, highlights: [[0, 2]] });
    const all = [marked(`日当${"い".repeat(90)}`), { body_text: best, highlights: [[0, 2] as const, [3, 5] as const] }];
    expect(textsOf([...all, marked(`日当${"う".repeat(90)}`)])).toEqual([
      expect.stringMatching(/^日当い/),
      expect.stringMatching(/^出張の日当/),
    ]);
    expect(textsOf([...all, { body_text: "別表による。", highlights: [[0, 2]] }])).toHaveLength(3);
    expect(textsOf([marked("日当は、半額とする。"), {}])).toEqual(["日当は、半額とする。", PASSAGE.body_text]);
  });

  it("keeps a list with the sentence that announces it", () => {
    const lead = { body_text: "次の情報を入力してはならない。", highlights: [] };
    const list = {
      text_type: "list" as const,
      body_text: "- 秘密\n  - 図面\n- 個人情報",
      highlights: [],
      goes_on: true,
    };
    expect(textsOf([lead, list, {}])).toEqual([lead.body_text, "秘密\n図面\n個人情報", PASSAGE.body_text]);
    const found = { ...list, highlights: [[2, 4] as const, [9, 11] as const] };
    expect(textsOf([lead, found])).toEqual([lead.body_text, "秘密\n図面\n個人情報"]);
  });

  it("marks the ends of a text of which it has a part", () => {
    const part = (start: number, end: number) =>
      shown([{ body_text: "日当", window: { start, end, length: 100 }, highlights: [] }]).querySelector("p")
        ?.textContent;
    expect([part(0, 2), part(50, 52), part(98, 100)]).toEqual(["日当 …", "… 日当 …", "… 日当"]);
  });

  it("shows more of the best result, less below an answer, and more of text that takes less room", () => {
    const lengthOf = (of: string, amount: Amount) =>
      shown([{ body_text: of.repeat(900), highlights: [[0, 1]] }], { amount }).querySelector("p")?.textContent.length ??
      0;
    const kanji = lengthOf("条", AMOUNTS.other);
    expect(lengthOf("条", AMOUNTS.first)).toBeGreaterThan(kanji * 1.5);
    expect(lengthOf("条", AMOUNTS.belowAnswer)).toBeLessThan(kanji * 0.8);
    expect(lengthOf("a ", AMOUNTS.other)).toBeGreaterThan(kanji * 1.8);
  });

  it("finds the best place in all that the answer has of its best passage", () => {
    const whole = `日当は、4,500円とする。${"宿泊料は、実費とする。".repeat(12)}交通費による。`;
    const result = shown(
      [{ body_text: whole.slice(15), window: { start: 15, end: whole.length, length: whole.length } }],
      {
        whole: { body_text: whole, highlights: [[0, 2]] },
      },
    );
    expect(result.querySelector("p")?.textContent).toMatch(/^日当は、4,500円とする。/);
  });

  describe("below an answer that quotes it", () => {
    /** What an answer quotes of the first passage, and what it says. */
    const quoting = (text: string, ...places: (readonly [start: number, end: number])[]) =>
      quotedIn([
        {
          text,
          cells: null,
          level: 0,
          is_context: false,
          citations: places.map(([start, end]) => ({
            source: 1,
            chunk_id: "travel::art5::paragraph-1",
            start,
            end,
            quote: "",
          })),
        },
      ]);
    const below = (quoted: QuotedText, passages: readonly Partial<FoundPassage>[]) =>
      [...shown(passages, { quoted }).querySelectorAll("article p, tr")].map((part) => part.textContent);
    const others = { body_text: "宿泊料は、実費とする。" };

    it("has only what is not quoted", () => {
      const whole = quoting(PASSAGE.body_text ?? "", [0, 17]);
      expect(below(whole, [{}, others])).toEqual([others.body_text]);
      expect(below(whole, [{}])).toEqual(["Quoted above."]);
      expect(below(whole, [{ window: { start: 0, end: 17, length: 60 } }])).toEqual(["Quoted above."]);
    });

    it("has the rest of a passage only with marked words that the answer lacks", () => {
      const body_text = "1. 日当を支給する。\n2. 日当の額は、別表による。\n3. 旅行の日当は、半額とする。";
      const highlights = [...body_text.matchAll(/日当|旅行/g)].map(({ index }) => [index, index + 2] as const);
      const [second, third] = [body_text.indexOf("2."), body_text.indexOf("3.")];
      const passage = { body_text, highlights };
      expect(below(quoting("日当を支給する。", [3, 11]), [passage])).toEqual([
        expect.stringMatching(/^… .*3\. 旅行の日当は、半額とする。$/s),
      ]);
      expect(marksOf(document.body)).toEqual(["日当", "旅行", "日当"]);
      cleanup();
      expect(below(quoting("日当の額は、別表による。", [second, third - 1]), [passage])).toEqual([
        expect.stringMatching(/^… \s*3\. 旅行の日当は、半額とする。$/),
      ]);
      expect(below(quoting("旅行の日当は、半額とする。", [third, body_text.length]), [passage])).toEqual([
        "Quoted above.",
      ]);
    });

    it("has the rest of a passage of which the search has a part", () => {
      const body_text = "日当は、別表による。旅行は、半額とする。";
      const passage = {
        body_text,
        window: { start: 100, end: 120, length: 120 },
        highlights: [[0, 2] as const, [10, 12] as const],
      };
      expect(below(quoting("日当は、別表による。", [100, 110]), [passage])).toEqual(["… 旅行は、半額とする。"]);
    });

    it("has the rows of a table that are not quoted, and none that adds nothing", () => {
      const at = (row: string) => [TABLE.indexOf(row), TABLE.indexOf(row) + row.length] as const;
      const rows = TABLE.split("\n").slice(2).map(at);
      const table = (...marked: string[]) => ({
        text_type: "table" as const,
        body_text: null,
        body_md: TABLE,
        highlights: marked.map(at),
      });
      const text = "種類: 日当 / 額: 4,500";
      expect(below(quoting(text, ...rows), [table("日当")])).toEqual(["Quoted above."]);
      expect(below(quoting(text, ...rows.slice(0, 1)), [table("日当", "種類")])).toEqual(["Quoted above."]);
      expect(below(quoting(text, ...rows.slice(0, 1)), [table("日当", "支度料")])).toEqual([
        "種類額",
        "宿泊料22,000",
        "交通費実費",
        "支度料10,000",
        "雑費500",
      ]);
      const header = TABLE.indexOf("| 日当");
      const cut = `${TABLE.slice(0, header)}${TABLE.slice(TABLE.indexOf("| 交通費"))}`;
      const marked = [cut.indexOf("支度料"), cut.indexOf("支度料") + 3] as const;
      const window = { start: TABLE.indexOf("| 交通費"), end: TABLE.length, length: TABLE.length };
      expect(
        below(quoting("種類: 交通費", at("| 交通費 | 実費 |")), [
          { ...table(), body_md: cut, window, highlights: [marked] },
        ]),
      ).toEqual(["種類額", "支度料10,000", "雑費500", "The table has more rows."]);
    });

    it("does not add a list to another passage where its announcement is quoted", () => {
      const list = { text_type: "list" as const, body_text: "- 宿泊料\n- 日当", highlights: [], goes_on: true };
      const lead = { chunk_id: "travel::art5::paragraph-1", body_text: "次の費用を支給する。", highlights: [] };
      const best = { chunk_id: "travel::art5::paragraph-9", body_text: `日当${"い".repeat(300)}` };
      expect(below(quoting("", [0, 10]), [best, lead, list])).toHaveLength(2);
    });
  });

  it("leads to the other sections of its document", () => {
    shown([{}], { more: 3 });
    expect(screen.getByText("3 more sections in 旅費規程").getAttribute("href")).toBe(
      `/?q=${encodeURIComponent("日当")}&doc=travel`,
    );
  });
});
