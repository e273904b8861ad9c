import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { compareChunks } from "../../src/chunks/compare.js";
import { buildDisplay } from "../../src/chunks/display.js";
import type { ChunkBody, SectionPathElement } from "../../src/chunks/structured-chunk.js";
import { tableText } from "../../src/chunks/table-text.js";
import { textHash } from "../../src/chunks/text-hash.js";

const PATH: SectionPathElement[] = [
  { level: 1, type: "chapter", label: "第3章", title: "賃金" },
  { level: 2, type: "article", label: "第16条", title: "手当" },
];
const OUTSIDE = { annex_title: null, doc_title: "賃金規程" };

describe("buildDisplay", () => {
  it.each<[ChunkBody, { body_text: string | null; body_md: string | null }]>([
    [
      { text_type: "paragraph", content: " 一\n\n  二 ", content_md: null },
      { body_text: " 一\n\n  二 ", body_md: null },
    ],
    [
      { text_type: "heading", content: "第16条（手当）", content_md: null },
      { body_text: "第16条（手当）", body_md: null },
    ],
    [
      { text_type: "annex_title", content: "別表第1", content_md: null },
      { body_text: "別表第1", body_md: null },
    ],
    [
      { text_type: "list", content: "(1) 一", content_md: "- 一" },
      { body_text: "(1) 一", body_md: "- 一" },
    ],
    [
      { text_type: "table", content: "職位: 課長", content_md: "| 職位 |" },
      { body_text: null, body_md: "| 職位 |" },
    ],
  ])("shows the body of %j", (body, shown) => {
    expect(buildDisplay(body, PATH, OUTSIDE)).toMatchObject(shown);
  });

  const body: ChunkBody = { text_type: "paragraph", content: "x", content_md: null };

  it("has the innermost section as title and every section in the breadcrumb", () => {
    expect(buildDisplay(body, PATH, OUTSIDE)).toMatchObject({
      title: "第16条 手当",
      breadcrumb: ["第3章 賃金", "第16条 手当"],
    });
  });

  it("joins the annex title to the section's, unless it is the same", () => {
    const annex: SectionPathElement = { level: 1, type: "annex", label: "別表第1", title: "第16条関係" };
    const inside: SectionPathElement = { level: 2, type: "section", label: "1", title: "基本給" };
    const annex_title = "別表第1 第16条関係";
    expect(buildDisplay(body, [annex], { ...OUTSIDE, annex_title }).title).toBe("別表第1 第16条関係");
    expect(buildDisplay(body, [annex, inside], { ...OUTSIDE, annex_title }).title).toBe(
      "1 基本給 / 別表第1 第16条関係",
    );
  });

  it("leaves out what a section does not have, and takes the document's title outside of all sections", () => {
    const path: SectionPathElement[] = [
      { level: 1, type: "section", label: "", title: "Purpose" },
      { level: 2, type: "supplement", label: "附則", title: "" },
    ];
    expect(buildDisplay(body, path, OUTSIDE).breadcrumb).toEqual(["Purpose", "附則"]);
    expect(buildDisplay(body, [], OUTSIDE)).toMatchObject({ title: "賃金規程", breadcrumb: [] });
  });
});

describe("textHash", () => {
  const sha256 = (text: string) => `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;

  it("is SHA-256 over type, content and content_md by lines, null as empty", () => {
    expect(textHash({ text_type: "list", content: "一", content_md: "- 一" })).toBe(sha256("list\n一\n- 一"));
    expect(textHash({ text_type: "paragraph", content: "一", content_md: null })).toBe(sha256("paragraph\n一\n"));
    expect(textHash({ text_type: "paragraph", content: null, content_md: null })).toBe(sha256("paragraph\n\n"));
  });

  it("distinguishes texts that normalisation would unify", () => {
    const hashes = ["が", "か\u3099", "Ａ", "A", "a", "a ", "\uFA19", "神"].map((content) =>
      textHash({ text_type: "paragraph", content, content_md: null }),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe("tableText", () => {
  it("writes one line for each row, with every column named", () => {
    const rows = [
      ["課長", "30,000円"],
      ["部長", "50,000円"],
    ];
    expect(tableText({ columns: ["職位", "額"], rows })).toBe("職位: 課長 / 額: 30,000円\n職位: 部長 / 額: 50,000円");
  });

  it("names a column without a heading by its place, in the language of the table", () => {
    expect(tableText({ columns: ["", "額"], rows: [["課長", "1"]] })).toBe("列1: 課長 / 額: 1");
    expect(tableText({ columns: ["", "Amount"], rows: [["Chief", "1", "x"]] })).toBe(
      "column 1: Chief / Amount: 1 / column 3: x",
    );
  });

  it("keeps empty cells, and makes one line of cells of several", () => {
    expect(tableText({ columns: ["a", "b"], rows: [["", "1\n 2"], ["3"]] })).toBe("a: / b: 1 2\na: 3 / b:");
  });

  it("names the columns of a table without rows", () => {
    expect(tableText({ columns: ["a", "b"], rows: [] })).toBe("a: / b:");
  });

  it("takes a table of any length", () => {
    const rows = Array.from({ length: 200_000 }, () => ["x"]);
    expect(tableText({ columns: ["a"], rows }).split("\n")).toHaveLength(200_000);
  });
});

describe("compareChunks", () => {
  const chunks = (given: Record<string, string>) =>
    Object.entries(given).map(([chunk_id, text_hash]) => ({ chunk_id, metadata: { text_hash } }));

  it.each([
    [{}, {}, [0, 0, 0, 0]],
    [{}, { a: "1" }, [0, 0, 1, 0]],
    [{ a: "1" }, {}, [0, 0, 0, 1]],
    [{ a: "1", b: "2", c: "3" }, { c: "3", a: "1x", d: "4" }, [1, 1, 1, 1]],
    [{ a: "1", b: "2" }, { b: "1", a: "2" }, [0, 2, 0, 0]],
  ])("from %j to %j", (before, after, [unchanged, changed, added, removed]) => {
    expect(compareChunks(new Map(Object.entries(before)), chunks(after))).toEqual({
      unchanged,
      changed,
      added,
      removed,
    });
  });
});
