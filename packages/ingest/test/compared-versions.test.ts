import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { compareDocuments, type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import { DOCX, MARKDOWN, PDF } from "@retrieval/core/limits";
import { readerOf } from "../src/index.js";
import { docxOf, p } from "./docx-writer.js";
import { HEIGHT, tinyPdf, WIDTH } from "./tiny-pdf.js";

async function chunksOf(media_type: string, bytes: Uint8Array): Promise<StructuredChunk[]> {
  const { tree } = await readerOf(media_type)(bytes);
  return structureDocument({ document_id: "d", title: "d" }, tree);
}

const linesOf = (markdown: string) =>
  markdown
    .replaceAll(/^#+ +/gm, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const FORMATS: Readonly<Record<string, (markdown: string) => Promise<StructuredChunk[]>>> = {
  Markdown: (markdown) => chunksOf(MARKDOWN, new TextEncoder().encode(markdown)),
  Word: async (markdown) => {
    const lines = linesOf(markdown).map((line) => p(line.replaceAll("&", "&amp;").replaceAll("<", "&lt;")));
    return chunksOf(DOCX, await docxOf({ body: lines.join("") }));
  },
  PDF: (markdown) => {
    const [columns, rows] = [Math.floor((WIDTH - 80) / 10), Math.floor((HEIGHT - 100) / 16)];
    const lines = linesOf(markdown).flatMap((line) => line.match(new RegExp(`.{1,${columns}}`, "gu")) ?? []);
    const pages = Array.from({ length: Math.ceil(lines.length / rows) }, (_, page) =>
      lines.slice(page * rows, (page + 1) * rows).map((text, i) => ({ text, x: 40, y: 50 + i * 16, size: 10 })),
    );
    return chunksOf(PDF, tinyPdf(pages));
  },
};

/** Replaces what is there once. */
function replace(text: string, old: string, own: string): string {
  expect(text.split(old)).toHaveLength(2);
  return text.replace(old, own);
}

const HEADING = /^(?=### 第\d+条)/m;
const renumbered = (article: string, number: number) => article.replace(/第\d+条/, `第${number}条`);

/** The edits that revisions make, each with what the comparison says of it. */
const EDITS: readonly (readonly [name: string, edit: (text: string) => string, found: readonly (string | RegExp)[]])[] =
  [
    [
      "a word",
      (text) => replace(text, "役員及び全ての従業員", "役員及び正社員"),
      ["changed 第2条 > 第2条: 全ての従業員 > 正社員"],
    ],
    ["a number", (text) => replace(text, "帰任後14日", "帰任後20日"), ["changed 第8条 > 第8条: 14 > 20"]],
    [
      "an item",
      (text) => replace(text, "出張報告書（会社が提出を求める場合）", "出張報告書\n\t3. 領収書"),
      ["changed 第8条 > 第8条: （会社が提出を求める場合） > 3. 領収書"],
    ],
    [
      "an article in between",
      (text) => {
        const parts = text.split(HEADING);
        const own = "### 第11条　出張中の連絡\n\n1. 出張者は、毎日一度、所属長に連絡しなければならない。\n\n";
        return [...parts.slice(0, 11), own, ...parts.slice(11).map((part, i) => renumbered(part, i + 12))].join("");
      },
      [
        "added - > 第11条: - > 第11条　出張中の連絡1.出張者は、毎日一度、所属長に連絡しなければならない。",
        ...Array.from({ length: 9 }, (_, i) => `renumbered 第${i + 11}条 > 第${i + 12}条: ${i + 11} > ${i + 12}`),
      ],
    ],
    [
      "an article at another place",
      (text) => {
        const parts = text.split(HEADING);
        const [moved = ""] = parts.splice(9, 1);
        parts.splice(12, 0, moved);
        return parts.map((part, i) => (i === 0 ? part : renumbered(part, i))).join("");
      },
      [
        "renumbered 第10条 > 第9条: 10 > 9",
        "renumbered 第11条 > 第10条: 11 > 10",
        "renumbered 第12条 > 第11条: 12 > 11",
        "moved 第9条 > 第12条: 9 > 12",
      ],
    ],
    [
      "an article without its text",
      (text) => text.replace(/### 第11条[^#]*/, "### 第11条　削除\n\n"),
      [/^removed 第11条 > 第11条: 出発・帰着の場所.* > 削除$/],
    ],
    [
      "the supplementary provisions",
      (text) =>
        replace(
          text,
          "2014年9月10日より施行する。",
          "2014年9月10日より施行する。\n- 本規則は、2027年4月1日から改定施行する。",
        ),
      ["changed 附則 > 附則: - > - 本規則は、2027年4月1日から改定施行する。"],
    ],
    [
      "an annex",
      (text) => replace(text, "移動距離は、経路検索の結果による。", "宿泊する都市の区分は、会社が毎年定める。"),
      ["changed 別表第1 > 別表第1: 移動距離は、経路検索の結果による。 > 宿泊する都市の区分は、会社が毎年定める。"],
    ],
  ];

describeWithRealData("two versions of a real company's rules", () => {
  let rules: string;
  beforeAll(() => {
    const text = readFileSync(`${realDataDir}/handbook-ja/004_出張旅費規程.md`, "utf8");
    rules = `${text}\n\n## 別表第1　目安\n\n移動距離は、経路検索の結果による。\n`;
  });

  test.each(Object.keys(FORMATS).flatMap((format) => EDITS.map((edit) => [format, ...edit] as const)))(
    "%s: %s",
    async (format, _, edit, found) => {
      const read = FORMATS[format] as (markdown: string) => Promise<StructuredChunk[]>;
      const [before, after] = [await read(rules), await read(edit(rules))];
      expect(summary(before, after)).toEqual(
        found.map((line) => (typeof line === "string" ? line : expect.stringMatching(line))),
      );
    },
  );

  test("a row of a table", async () => {
    const read = FORMATS.Markdown as (markdown: string) => Promise<StructuredChunk[]>;
    const wages = readFileSync(`${realDataDir}/handbook-ja/002_賃金規程.md`, "utf8");
    const rows = replace(wages, "| 355円             |", "| 400円             |");
    expect(summary(await read(wages), await read(rows))).toEqual([expect.stringMatching(/: 355 > 400$/)]);
  });
});

/** Each article with what is marked of it. */
function summary(before: readonly StructuredChunk[], after: readonly StructuredChunk[]): string[] {
  return [...compareDocuments(before, after)].flat().map((article) => {
    const label = (side: "before" | "after") => article[`section_${side}`]?.label ?? "-";
    const changed = (side: "before" | "after") =>
      article.rows
        .flatMap((row) => row[side]?.cells.flat() ?? [])
        .filter((run) => run.changed)
        .map(({ text }) => text)
        .join("")
        .replaceAll(/(?<=1\.)\s/g, "") || "-";
    return `${article.kind} ${label("before")} > ${label("after")}: ${changed("before")} > ${changed("after")}`;
  });
}
