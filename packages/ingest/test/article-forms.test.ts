import { describe, expect, test } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import { structureDocument } from "@retrieval/core/chunks";
import { TXT, XLSX } from "@retrieval/core/limits";
import type { ReadDocument } from "@retrieval/core/ports";
import fc from "fast-check";
import { readerOf } from "../src/index.js";
import { readDocx } from "./docx-read.js";
import { abstractNum, headingStyles, num, numbered, p, style } from "./docx-writer.js";
import { readHtml } from "./html-read.js";
import { row, xlsxOf } from "./ooxml-writer.js";
import { readPdf } from "./pdf-read.js";
import { read } from "./read.js";
import { lines, type Mark, tinyPdf } from "./tiny-pdf.js";

interface Article {
  readonly number: string;
  readonly title: string;
  readonly text: string;
}

const RULES: readonly Article[] = [
  { number: "1", title: "目的", text: "この規則は、従業員の就業に関する事項を定める。" },
  { number: "2", title: "定義", text: "従業員とは、第5条の規定により採用された者をいう。" },
  { number: "2の2", title: "適用", text: "第２条に定める者のほか、別に定める者に適用する。" },
];
const KANJI: Readonly<Record<string, string>> = { "1": "一", "2": "二", "2の2": "二の二" };

/** The usual forms: the paragraphs of an article, and the article's heading as it is read. */
const FORMS: Readonly<Record<string, (article: Article) => readonly [paragraphs: readonly string[], heading: string]>> =
  {
    "（目的） / 第1条　本文": ({ number, title, text }) => [
      [`（${title}）`, `第${label(number)}　${text}`],
      `第${label(number)}（${title}）`,
    ],
    "第1条（目的） / 本文": ({ number, title, text }) => [
      [`第${label(number)}（${title}）`, text],
      `第${label(number)}（${title}）`,
    ],
    "第1条（目的）　本文": ({ number, title, text }) => [
      [`第${label(number)}（${title}）　${text}`],
      `第${label(number)}（${title}）`,
    ],
    "第1条（目的）本文": ({ number, title, text }) => [
      [`第${label(number)}（${title}）${text}`],
      `第${label(number)}（${title}）`,
    ],
    "第1条【目的】 / 本文": ({ number, title, text }) => [
      [`第${label(number)}【${title}】`, text],
      `第${label(number)}【${title}】`,
    ],
    "第1条〔目的〕 / 本文": ({ number, title, text }) => [
      [`第${label(number)}〔${title}〕`, text],
      `第${label(number)}〔${title}〕`,
    ],
    "第1条　目的 / 本文": ({ number, title, text }) => [
      [`第${label(number)}　${title}`, text],
      `第${label(number)}　${title}`,
    ],
    "第1条 / （目的） / 本文": ({ number, title, text }) => [
      [`第${label(number)}`, `（${title}）`, text],
      `第${label(number)} （${title}）`,
    ],
    "第1条　本文": ({ number, text }) => [[`第${label(number)}　${text}`], `第${label(number)}`],
    "（目的） / 第一条　本文": ({ number, title, text }) => [
      [`（${title}）`, `第${kanji(number)}　${text}`],
      `第${kanji(number)}（${title}）`,
    ],
  };
const label = (number: string) => number.replace(/^\d+/, (main) => `${main}条`);
const kanji = (number: string) => (KANJI[number] as string).replace(/^./, (main) => `${main}条`);

const PAGE_LINES = 20;

/** Blocks of a document: a heading of a chapter or a paragraph. */
type Block = { readonly chapter: string } | string;

const FORMATS: Readonly<Record<string, (blocks: readonly Block[]) => Promise<ReadDocument>>> = {
  Markdown: (blocks) =>
    read(blocks.map((block) => (typeof block === "string" ? block : `## ${block.chapter}`)).join("\n\n")),
  HTML: (blocks) =>
    readHtml(
      blocks.map((block) => (typeof block === "string" ? `<p>${block}</p>` : `<h2>${block.chapter}</h2>`)).join(""),
    ),
  Word: (blocks) =>
    readDocx({
      body: blocks.map((block) => (typeof block === "string" ? p(block) : p(block.chapter, style("H2")))).join(""),
      styles: headingStyles,
    }),
  PDF: (blocks) =>
    readPdf(
      tinyPdf(
        Array.from({ length: Math.ceil(blocks.length / PAGE_LINES) }, (_, page) =>
          blocks
            .slice(page * PAGE_LINES, (page + 1) * PAGE_LINES)
            .map(
              (block, i): Mark =>
                typeof block === "string"
                  ? { text: block, x: 60, y: 60 + i * 30, size: 10 }
                  : { text: block.chapter, x: 60, y: 60 + i * 30, size: 14 },
            ),
        ),
      ),
    ),
  Text: (blocks) => readerOf(TXT)(new TextEncoder().encode(linesOf(blocks).join("\n"))),
  "Excel, a row for each line": (blocks) =>
    readSheet(
      linesOf(blocks)
        .map((line, i) => row(i + 1, [line]))
        .join(""),
    ),
  "Excel, all in one cell": (blocks) => readSheet(row(1, [linesOf(blocks).join("\n")])),
};

const linesOf = (blocks: readonly Block[]) =>
  blocks.map((block) => (typeof block === "string" ? block : block.chapter));

/** What is on a sheet, without the section of the sheet. */
async function readSheet(rows: string): Promise<ReadDocument> {
  const document = await readerOf(XLSX)(await xlsxOf([{ name: "規則", rows }]));
  const [sheet] = document.tree.children;
  return { ...document, tree: { children: sheet?.kind === "section" ? sheet.children : [] } };
}

const chunksOf = ({ tree }: ReadDocument) =>
  structureDocument({ document_id: "d", title: "d" }, tree).map(
    ({ chunk_id, content }) => `${chunk_id} ${content?.replaceAll("　", " ")}`,
  );

const blocksOf = (form: string, articles: readonly Article[], chapter: string | null): Block[] => [
  ...(chapter ? [{ chapter }] : []),
  ...articles.flatMap((article) => FORMS[form]?.(article)[0] ?? []),
];

describe("an article in any usual form", () => {
  const cases = Object.keys(FORMS).flatMap((form) => [null, "第1章　総則"].map((chapter) => [form, chapter] as const));

  test.each(cases)("%s, below %s, is the same in every format", async (form, chapter) => {
    const prefix = chapter ? "d::ch1::" : "d::";
    const expected = [
      ...(chapter ? ["d::ch1::heading-1 第1章 総則"] : []),
      ...RULES.flatMap((article) => {
        const id = `${prefix}art${article.number.replace("の", "-")}`;
        const heading = FORMS[form]?.(article)[1].replaceAll("　", " ");
        return [`${id}::heading-1 ${heading}`, `${id}::paragraph-1 ${article.text}`];
      }),
    ];
    for (const [format, readBlocks] of Object.entries(FORMATS)) {
      const document = await readBlocks(blocksOf(form, RULES, chapter));
      expect([format, ...chunksOf(document)]).toEqual([format, ...expected]);
      expect(document.warnings).toEqual([]);
    }
  });
});

test("a label at the beginning of a line of a PDF begins a paragraph, if the line above ends a sentence", async () => {
  const full = (text: string) => `${text}${"従業員に適用する".repeat(6)}`.slice(0, 47);
  const document = await readPdf(
    tinyPdf([lines([`${full("第1条　この規則は、")}。`, full("第2条　会社は、"), `${full("第3条の規定により")}。`])]),
  );
  expect(chunksOf(document).map((chunk) => chunk.split(" ")[0])).toEqual([
    "d::art1::heading-1",
    "d::art1::paragraph-1",
    "d::art2::heading-1",
    "d::art2::paragraph-1",
  ]);
});

/** The sections of paragraphs of Markdown, each as its ids below the document and its heading. */
async function sectionsIn(...paragraphs: readonly string[]): Promise<string[]> {
  const { tree } = await read(paragraphs.join("\n\n"));
  return structureDocument({ document_id: "d", title: "d" }, tree)
    .filter(({ text_type }) => text_type === "heading" || text_type === "annex_title")
    .map(({ chunk_id, content }) => `${chunk_id.split("::").slice(1, -1).join("::")} ${content}`);
}

describe("lines that open sections", () => {
  test("may be all of a document without headings, as in a text file", async () => {
    expect(
      await sectionsIn(
        "就業規則",
        "第1章　総則",
        "（目的）\n第1条　この規則は、目的を定める。\n２　前項のほか、別に定める。\n（定義）\n第２条　従業員を定める。",
        "第2章　人事",
        "第1節　採用\n第3条【採用】選考による。\n",
        "第5条から第7条まで　削除",
        "第8条　配置する。\n第9条　異動する。",
        "付則",
        "（施行期日）",
        "第1条　公布の日から施行する。",
        "別表第１（第９条関係）",
        "別添",
      ),
    ).toEqual([
      "ch1 第1章　総則",
      "ch1::art1 第1条（目的）",
      "ch1::art2 第２条（定義）",
      "ch2 第2章　人事",
      "ch2::sec1 第1節　採用",
      "ch2::sec1::art3 第3条【採用】",
      "ch2::sec1::art8 第8条",
      "ch2::sec1::art9 第9条",
      "b0b122c5 付則",
      "b0b122c5::art1 第1条（施行期日）",
      "annex1 別表第１（第９条関係）",
      "903d108f 別添",
    ]);
  });

  test("number their articles anew below each chapter, or begin with any number", async () => {
    expect(
      await sectionsIn("## 第1章", "第1条　甲とする。", "第2条　乙とする。", "## 第2章", "第1条　丙とする。"),
    ).toEqual(["ch1 第1章", "ch1::art1 第1条", "ch1::art2 第2条", "ch2 第2章", "ch2::art1 第1条"]);
    expect(await sectionsIn("第10条　甲とする。", "第10条の2　乙とする。", "第11条　丙とする。")).toEqual([
      "art10 第10条",
      "art10-2 第10条の2",
      "art11 第11条",
    ]);
  });

  test("may be Latin", async () => {
    expect(
      await sectionsIn(
        "Kapitel 1 Allgemeines",
        "§ 1 Geltung",
        "Er gilt.",
        "§ 1a Urlaub",
        "§ 1 gilt.",
        "Anlage 1: Formulare",
      ),
    ).toEqual([
      "ch1 Kapitel 1 Allgemeines",
      "ch1::art1 § 1 Geltung",
      "ch1::art1a § 1a Urlaub",
      "annex1 Anlage 1: Formulare",
    ]);
    expect(await sectionsIn("Article 1 (Scope) These rules apply.", "Article 2. All staff shall work.")).toEqual([
      "art1 Article 1 (Scope)",
      "art2 Article 2",
    ]);
  });

  test("are no references, quotations, contents and wrapped sentences", async () => {
    const cited = [
      "第2条の規定により採用する。",
      "第2条に定める者",
      "第2条（第2項を除く。）の規定は、適用しない。",
      "第2条第1項の者は、除く。",
      "第2条、第3条を除く。",
      "第２条本文の者",
      "第2条　第1項の者は、除く。",
      "Article 2 applies to all.",
      "Article 2 (1) applies.",
      "前条の者は、\n第2条　のとおりとする。",
      "> 第2条（定義）",
      "[第2条（定義）](#a2)",
    ];
    for (const text of cited) {
      expect(await sectionsIn("第1条（目的）", "甲とする。", text)).toEqual(["art1 第1条（目的）"]);
    }
    const contents = ["第1章 総則", "第1条（目的）", "第2条（定義）"];
    expect(
      await sectionsIn("目次", ...contents, "第1章 総則", "第1条（目的）", "甲。", "第2条（定義）", "乙。"),
    ).toEqual(["ch1 第1章 総則", "ch1::art1 第1条（目的）", "ch1::art2 第2条（定義）"]);
    expect(
      await sectionsIn("## 第1条（目的）", "第2条（定義）を引用する。", "第2条（定義）", "## 第2条（定義）"),
    ).toEqual(["art1 第1条（目的）", "art2 第2条（定義）"]);
  });

  test("may be supplements that begin alike", async () => {
    const supplement = ["附則", "第1条（施行期日）", "公布の日から施行する。"];
    expect(await sectionsIn("第1条（目的）", "甲。", ...supplement, ...supplement)).toEqual([
      "art1 第1条（目的）",
      "384f3eac 附則",
      "384f3eac::art1 第1条（施行期日）",
      "384f3eac~2 附則",
      "384f3eac~2::art1 第1条（施行期日）",
    ]);
  });

  test("keep the marks of footnotes", async () => {
    const { tree } = await read(
      "**第1条**（目的[^1]）　*甲*と[乙](https://example.com/)とする。\n\n第2条[^1]　丙。\n\n[^1]: 注",
    );
    expect(tree.children).toMatchObject([
      { heading: "第1条（目的[1]）", children: [{ text: "甲と乙とする。" }] },
      { heading: "第2条[1]", children: [{ text: "丙。" }, { text: "[1] 注" }] },
    ]);
  });

  test("that look like articles and are none are counted in a warning", async () => {
    const { warnings } = await read(
      "第5条　甲とする。\n\n第3条　乙とする。\n\n第1条この者は、丙とする。\n\n第9条に定める。",
    );
    expect(warnings).toEqual([
      { code: "articles.not_read", count: 2, places: ["第5条　甲とする。", "第3条　乙とする。"] },
    ]);
    const listed = await read("第1条（目的）\n\n- 第1条（目的）\n- 第2条（定義）\n- 第3条（適用）\n- 第4条");
    expect(listed.warnings).toEqual([
      { code: "articles.not_read", count: 2, places: ["第2条（定義）", "第3条（適用）"] },
    ]);
  });
});

const textOf = (...paragraphs: readonly string[]) => FORMATS.Text?.(paragraphs) as Promise<ReadDocument>;
const articlesOf = (document: ReadDocument) =>
  chunksOf(document).flatMap((chunk) => /^d::(art\S*)::heading-1 (.*)$/.exec(chunk)?.slice(1).join(" ") ?? []);

describe("articles with a paragraph or item in their title", () => {
  test("are articles, with the title behind the label or above it", async () => {
    const behind = await textOf(
      "第2条（会員）　会員を置く。",
      "第3条（第2号会員の権利）　権利を定める。",
      "第4条（第1号会員の義務）　義務を定める。",
      "第5条（退会）　退会を定める。",
    );
    expect(articlesOf(behind)).toEqual([
      "art2 第2条（会員）",
      "art3 第3条（第2号会員の権利）",
      "art4 第4条（第1号会員の義務）",
      "art5 第5条（退会）",
    ]);
    expect(behind.warnings).toEqual([]);
    const above = ["（目的）", "第1条　甲とする。", "（第1号被保険者の届出）", "第2条　乙とする。"];
    expect(articlesOf(await textOf(...above))).toEqual(["art1 第1条（目的）", "art2 第2条（第1号被保険者の届出）"]);
  });

  test("are references where the brackets have a whole reference, which the warning counts if its number follows", async () => {
    for (const reference of ["（第二項）", "（第2項を除く。）", "（第2号に規定する者）", "（第1号、第2号の者）"]) {
      const document = await textOf("第1条（目的）", "甲とする。", `第2条${reference}の者は、除く。`);
      expect(articlesOf(document)).toEqual(["art1 第1条（目的）"]);
      expect(document.warnings).toMatchObject([{ code: "articles.not_read", count: 1 }]);
    }
    const known = await textOf(
      "第1条（目的）",
      "第2条（第2項を除く。）は、除く。",
      "第2条（定義）",
      "第9条（第1項を除く。）",
    );
    expect(known.warnings).toEqual([]);
  });
});

describe("articles that are left out", () => {
  test.each([
    ["第2条から第4条まで　削除", "5"],
    ["第二条及び第三条　削除", "4"],
    ["第2条ないし第4条の2　削除", "5"],
    ["第2条～第4条（削除）", "4の3"],
  ])("as %s are followed by the next one", async (range, number) => {
    const id = `d::art${number.replace("の", "-")}::heading-1`;
    for (const [format, readBlocks] of Object.entries(FORMATS)) {
      const line = `第${label(number)}　丙とする。`;
      const document = await readBlocks(["第1条　甲とする。", range, line, "附則", "第1条　施行する。"]);
      expect([format, ...chunksOf(document)]).toContain(`${id} 第${label(number)}`);
      expect(document.warnings).toEqual([]);
    }
  });

  test("may be before the last one, unless a number below is nearer", async () => {
    const gap = ["第2条　甲とする。", "第3条　乙とする。", "第5条　丙とする。"];
    const document = await textOf(...gap, "附則", "第1条　施行する。");
    expect([articlesOf(document), document.warnings]).toEqual([["art2 第2条", "art3 第3条", "art5 第5条"], []]);
    const nearer = await textOf(...gap, "第9条　丁とする。", "第4条　戊とする。");
    expect(articlesOf(nearer)).toEqual(["art2 第2条", "art3 第3条", "art4 第4条"]);
    expect(nearer.warnings).toMatchObject([{ code: "articles.not_read", count: 2 }]);
  });
});

test("an automatic number of Word is an article whatever its text begins with", async () => {
  const numbering =
    abstractNum(1, [["decimal", "Article %1"]]) +
    abstractNum(2, [["decimal", "第%1条", "<w:suff w:val='nothing'/>"]]) +
    num(1, 1) +
    num(2, 2);
  const texts = {
    1: ["These rules bind.", "applies to all staff.", "(a) is 30"],
    2: ["甲とする。", "をもって終える。", "により定める。", "（第2項を除く。）乙とする。", "及び丙とする。", "中 5"],
  };
  for (const [id, list] of Object.entries(texts)) {
    const document = await readDocx({ body: list.map((text) => p(text, numbered(Number(id)))).join(""), numbering });
    const word = id === "1" ? (i: number) => `Article ${i}` : (i: number) => `第${i}条`;
    expect(chunksOf(document)).toEqual(
      list.flatMap((text, i) => [`d::art${i + 1}::heading-1 ${word(i + 1)}`, `d::art${i + 1}::paragraph-1 ${text}`]),
    );
    expect(document.warnings).toEqual([]);
  }
});

test("an automatic 第１条 of Word is an article, with caption, title or neither", async () => {
  const numbering =
    abstractNum(1, [["decimalFullWidth", "第%1条", "<w:suff w:val='nothing'/>"]]) +
    abstractNum(2, [["decimalFullWidth", "第%1条"]]) +
    num(1, 1) +
    num(2, 2, "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='7'/></w:lvlOverride>");
  const body =
    p("第1章　総則", style("H2")) +
    p("（目的）") +
    p("この規則は、目的を定める。", numbered(1)) +
    p("定義", numbered(1)) +
    p("次による。") +
    p("（適用）従業員に適用する。", numbered(1)) +
    p("従業員は、守る。", numbered(1)) +
    p("従業員は、努める。", numbered(2));
  const document = await readDocx({ body, styles: headingStyles, numbering });
  expect(chunksOf(document)).toEqual([
    "d::ch1::heading-1 第1章 総則",
    "d::ch1::art1::heading-1 第１条（目的）",
    "d::ch1::art1::paragraph-1 この規則は、目的を定める。",
    "d::ch1::art2::heading-1 第２条定義",
    "d::ch1::art2::paragraph-1 次による。",
    "d::ch1::art3::heading-1 第３条（適用）",
    "d::ch1::art3::paragraph-1 従業員に適用する。",
    "d::ch1::art4::heading-1 第４条",
    "d::ch1::art4::paragraph-1 従業員は、守る。",
    "d::ch1::art7::heading-1 第７条",
    "d::ch1::art7::paragraph-1 従業員は、努める。",
  ]);
});

test("an article put in between changes the text of no other chunk id, in any form and format", async () => {
  const text = fc.constantFrom("甲は乙に届け出る。", "第2条の規定にかかわらず、丙とする。", "別に定める。");
  const title = fc.constantFrom("届出", "適用除外", "賃金");
  const articles = fc.array(fc.record({ title, text }), { minLength: 2, maxLength: 8 });
  const forms = Object.keys(FORMS).filter((form) => !form.includes("一"));
  const formats = Object.keys(FORMATS);
  const identities = async (format: string, blocks: readonly Block[]) =>
    new Map(
      chunksOf(await (FORMATS[format] as (typeof FORMATS)[string])(blocks)).map((chunk) => [
        chunk.slice(0, chunk.indexOf(" ")),
        chunk,
      ]),
    );
  await fc.assert(
    fc.asyncProperty(
      articles,
      fc.nat(),
      fc.constantFrom(...forms),
      fc.constantFrom(...formats),
      fc.constantFrom(null, "第1章　総則"),
      async (list, at, form, format, chapter) => {
        const numbered = list.map((article, i) => ({ ...article, number: String(i + 1) }));
        const place = 1 + (at % list.length);
        const added = { number: `${place}の2`, title: "追加", text: "追加する。" };
        const longer = [...numbered.slice(0, place), added, ...numbered.slice(place)];
        const before = await identities(format, blocksOf(form, numbered, chapter));
        const after = await identities(format, blocksOf(form, longer, chapter));
        for (const [id, chunk] of before) expect(after.get(id)).toBe(chunk);
        expect(after.size).toBe(before.size + 2);
      },
    ),
    { numRuns: propertyRuns(40) },
  );
});
