import { describe, expect, test } from "@jest/globals";
import { pdfChunks, pdfShown, readPdf } from "./pdf-read.js";
import { chunksOf } from "./read.js";
import { HEIGHT, lines, type Mark, tableRules, tinyPdf } from "./tiny-pdf.js";

const FULL = "あ".repeat(48);

describe("lines", () => {
  test("of Japanese are joined without a space, of Latin with one, and an indent begins a paragraph", async () => {
    const latin = "The quick brown fox jumps over the lazy dog yet";
    const shown = await pdfShown(
      tinyPdf([
        [
          ...lines([FULL, FULL, "終わり。"]),
          ...lines(["　次の段落。"], { x: 60, y: 154 }),
          ...lines([latin, "and again."], { y: 300 }),
        ],
      ]),
    );
    expect(shown).toEqual([
      `paragraph: ${FULL}${FULL}終わり。`,
      "paragraph: 次の段落。",
      `paragraph: ${latin} and again.`,
    ]);
  });

  test("that end early, or begin with a marker, end a paragraph", async () => {
    const items = ["短い。", "本文。", `①　${"い".repeat(46)}`, "②　う", "（１）　え", "・お", "・か"];
    expect(await pdfShown(tinyPdf([lines([...items, FULL])]))).toEqual([
      "paragraph: 短い。",
      "paragraph: 本文。",
      `list: - ①　${"い".repeat(46)}\n- ②　う\n  - （１）　え\n    - お\n    - か`,
      `paragraph: ${FULL}`,
    ]);
  });

  test("drawn twice to look bold are read once", async () => {
    const twice: Mark[] = [
      { text: "重要", x: 60, y: 100 },
      { text: "重要", x: 60.4, y: 100 },
    ];
    expect(await pdfShown(tinyPdf([twice]))).toEqual(["paragraph: 重要"]);
  });

  test("with blanks to be filled in show them", async () => {
    const form: Mark[] = [
      { text: "毎月", x: 60, y: 100 },
      { rule: [80, 102, 120, 102] },
      { text: "日", x: 120, y: 100 },
      ...lines([FULL], { y: 300 }),
    ];
    expect((await pdfShown(tinyPdf([form])))[0]).toBe("paragraph: 毎月＿＿＿＿日");
  });

  test("in frames side by side are not read across", async () => {
    const marks: Mark[] = [
      ...tableRules([50, 150], [80, 140]),
      ...tableRules([200, 300], [80, 140]),
      ...lines(["甲", "乙"], { x: 60 }),
      ...lines(["丙", "丁"], { x: 210 }),
    ];
    const shown = await pdfShown(tinyPdf([[...marks, ...lines([FULL], { y: 300 })]]));
    expect(shown).toEqual(["paragraph: 甲\n乙\n丙\n丁", `paragraph: ${FULL}`]);
  });
});

describe("sections", () => {
  const rules = lines([
    "第１章　総則",
    "（目的）",
    "第１条　この規則は、労働者の就業に関する事項を定める。",
    "２　第３条　に定める者を除く。",
    "第２条（適用範囲）",
    "この規則は、すべての労働者に適用する。",
    "第７条　のとおりとする。",
    "附則",
    "この規則は、令和４年４月１日から施行する。",
  ]);

  test("are chapters and articles with their captions; a citation opens none", async () => {
    expect(await pdfShown(tinyPdf([rules]))).toEqual([
      "heading: 第１章　総則",
      "heading: 第１条（目的）",
      "paragraph: この規則は、労働者の就業に関する事項を定める。",
      "paragraph: ２　第３条　に定める者を除く。",
      "heading: 第２条（適用範囲）",
      "paragraph: この規則は、すべての労働者に適用する。",
      "paragraph: 第７条　のとおりとする。",
      "heading: 附則",
      "paragraph: この規則は、令和４年４月１日から施行する。",
    ]);
  });

  test("have the same ids and hashes as in Markdown", async () => {
    const markdown = [
      "## 第１章　総則",
      "### 第１条（目的）",
      "この規則は、労働者の就業に関する事項を定める。",
      "２　第３条　に定める者を除く。",
      "### 第２条（適用範囲）",
      "この規則は、すべての労働者に適用する。",
      "第７条　のとおりとする。",
      "## 附則",
      "この規則は、令和４年４月１日から施行する。",
    ].join("\n\n");
    const identity = (chunks: Awaited<ReturnType<typeof chunksOf>>) =>
      chunks.map(({ chunk_id, metadata }) => [chunk_id.replace(/^[^:]+/, ""), metadata.text_hash]);
    expect(identity(await pdfChunks(tinyPdf([rules])))).toEqual(identity(await chunksOf(markdown)));
  });

  test("are also lines alone in larger or bold letters", async () => {
    const marks: Mark[] = [
      { text: "社内報", x: 200, y: 60, size: 24 },
      { text: "概要", x: 60, y: 100, size: 14 },
      ...lines([FULL, "本文。"], { y: 130 }),
      { text: "背景", x: 60, y: 190, bold: true },
      ...lines(["本文。"], { y: 210 }),
    ];
    const { title, tree } = await readPdf(tinyPdf([marks]));
    expect(title).toBe("社内報");
    expect(tree.children).toMatchObject([
      { heading: "概要", children: [{ text: `${FULL}本文。` }, { heading: "背景", children: [{ text: "本文。" }] }] },
    ]);
  });

  test("are not numbers, be they bold, nor a name with its number; a number in a title is no reason", async () => {
    const none = ["3,068,550 3,103,540", "2024 48", "100%", "15 20 25 Age"];
    const marks = none.map((text, i): Mark => ({ text, x: 60, y: 100 + i * 60, bold: true, size: 14 }));
    const total: Mark[] = [60, 300].map((x, i) => ({ text: i ? "48" : "Totals", x, y: 400, bold: true }));
    const titled: Mark[] = ["Phase 2", "令和 5 年度の計画", "1 目的"].map((text, i) => ({
      text,
      x: 60,
      y: 500 + i * 60,
      bold: true,
    }));
    const body = lines([FULL, FULL, "本文。"], { y: 60 });
    const shown = await pdfShown(tinyPdf([body, [...marks, ...total, ...titled]]));
    expect(shown.filter((text) => text.startsWith("heading"))).toEqual([
      "heading: Phase 2",
      "heading: 令和　5　年度の計画",
      "heading: 1　目的",
    ]);
  });

  test("the title is else the one in the file's information, if it is no file name", async () => {
    for (const [info, title] of [
      ["就業規則", "就業規則"],
      ["Microsoft Word - 就業規則", "就業規則"],
      ["社⻑の⽇程", "社長の日程"],
      ["kisoku.docx", null],
      ["", null],
    ] as const) {
      const hex = Buffer.from(`\uFEFF${info}`, "utf16le").swap16().toString("hex");
      expect((await readPdf(tinyPdf([lines(["本文。"])], `<< /Title <${hex}> >>`))).title).toBe(title);
    }
  });
});

describe("pages", () => {
  const foot = (number: number): Mark => ({ text: `- ${number} -`, x: 290, y: HEIGHT - 30 });
  const head: Mark = { text: "就業規則　株式会社甲", x: 60, y: 30 };

  test("a paragraph continues on the next page, and its place has both pages", async () => {
    const chunks = await pdfChunks(
      tinyPdf([
        [head, ...lines([FULL, FULL], { y: 700 }), foot(4)],
        [head, ...lines(["終わり。", "次。"]), foot(5)],
        [head, ...lines(["最後。"]), foot(6)],
      ]),
    );
    expect(chunks.map(({ content, metadata }) => [content, metadata.page_range, metadata.anchors.bbox])).toEqual([
      [`${FULL}${FULL}終わり。`, [1, 2], [60, 691.2, 540, 719.2]],
      ["次。", [2, 2], [60, 109.2, 80, 119.2]],
      ["最後。", [3, 3], [60, 91.2, 90, 101.2]],
    ]);
  });

  test("headers, footers and page numbers are left out, the first two with a warning", async () => {
    const pages = ["甲。", "乙。", "丙。"].map((text, i) => [head, ...lines([text]), foot(i + 1)]);
    const { warnings } = await readPdf(tinyPdf(pages));
    expect(await pdfShown(tinyPdf(pages))).toEqual(["paragraph: 甲。", "paragraph: 乙。", "paragraph: 丙。"]);
    expect(warnings).toEqual([{ code: "pdf.running_heads", count: 1, first: ["就業規則　株式会社甲"] }]);
  });

  test("articles at the top of several pages are no running heads", async () => {
    const pages = [1, 2, 3, 4].map((number) => [
      { text: `第${number}条（題名）`, x: 60, y: 60 },
      ...lines([`${number}の本文。`]),
    ]);
    expect((await pdfChunks(tinyPdf(pages))).filter(({ text_type }) => text_type === "heading")).toHaveLength(4);
  });

  test("of contents are a section with its dots collapsed, and no articles", async () => {
    const contents: Mark[] = [
      { text: "目次", x: 200, y: 60, size: 14 },
      ...lines(["第１章　総則………………２", "第１条（目的）", "第２章　雑則・・・・・・３", "第３章　罰則......４"]),
    ];
    const texts: Mark[] = [
      ...lines(["第１章　総則", "第１条（目的）", "本文。", "第２章　雑則", "本文。", "第３章　罰則", "本文。"]),
    ];
    expect((await pdfShown(tinyPdf([contents, texts]))).slice(0, 7)).toEqual([
      "heading: 目次",
      "paragraph: 第１章　総則 … ２\n第１条（目的）",
      "paragraph: 第２章　雑則 … ３",
      "paragraph: 第３章　罰則 … ４",
      "heading: 第１章　総則",
      "heading: 第１条（目的）",
      "paragraph: 本文。",
    ]);
  });

  test("without text are named", async () => {
    const scan: Mark[] = [{ picture: [0, 0, 600, 800] }];
    const { warnings } = await readPdf(
      tinyPdf([lines(["甲。"]), scan, scan, [], [...lines(["乙。"]), { picture: [60, 200, 300, 400] }]]),
    );
    expect(warnings).toEqual([
      { code: "pdf.only_pictures", pages: [2, 3] },
      { code: "pdf.no_text", pages: [4] },
      { code: "pdf.pictures_left_out", pages: [5] },
    ]);
  });
});

describe("ruled tables", () => {
  const at = (text: string, x: number, y: number): Mark => ({ text, x, y });

  test("name every column, with wrapped lines joined and merged cells shown once", async () => {
    const marks: Mark[] = [
      ...tableRules([50, 150, 250], [80, 100]),
      ...tableRules([50, 150, 250], [100, 140]),
      { rule: [350, 80, 350, 140] },
      { rule: [250, 80, 350, 80] },
      { rule: [250, 100, 350, 100] },
      { rule: [250, 140, 350, 140] },
      { rule: [50, 120, 150, 120] },
      { rule: [250, 120, 350, 120] },
      ...[at("区分", 60, 94), at("内容", 160, 94), at("額", 260, 94)],
      ...[at("甲", 60, 114), at("一二三四五六七八", 160, 114), at("１円", 260, 114)],
      ...[at("乙", 60, 134), at("九十。", 160, 134), at("２円", 260, 134)],
      ...lines([FULL], { y: 300 }),
    ];
    const [table] = await pdfChunks(tinyPdf([marks]));
    expect(table).toMatchObject({
      text_type: "table",
      content: "区分: 甲 / 内容: 一二三四五六七八九十。 / 額: １円\n区分: 乙 / 内容: 一二三四五六七八九十。 / 額: ２円",
      content_md: [
        "| 区分 | 内容                   | 額   |",
        "| ---- | ---------------------- | ---- |",
        "| 甲   | 一二三四五六七八九十。 | １円 |",
        "| 乙   | ↑                      | ２円 |",
      ].join("\n"),
      metadata: { page_range: [1, 1], anchors: { bbox: [50, 80, 350, 140] } },
    });
  });

  test("that continue on the next page are one, with their headings once; a frame is not a table", async () => {
    const rows = (names: readonly string[], top: number): Mark[] => [
      ...tableRules([50, 150, 250], [top, ...names.map((_, i) => top + 20 * (i + 1))]),
      ...names.flatMap((name, i) => [at(name, 60, top + 14 + i * 20), at(`${name}の額`, 160, top + 14 + i * 20)]),
    ];
    const frame = [...tableRules([50, 550], [50, 80]), at("枠の中。", 60, 70)];
    const chunks = await pdfChunks(
      tinyPdf([
        [...frame, ...rows(["項目", "甲"], 700)],
        [...rows(["項目", "乙"], 60), ...lines(["後。"], { y: 300 })],
      ]),
    );
    expect(chunks.map(({ content, metadata }) => [content, metadata.page_range])).toEqual([
      ["枠の中。", [1, 1]],
      ["項目: 甲 / 項目の額: 甲の額\n項目: 乙 / 項目の額: 乙の額", [1, 2]],
      ["後。", [2, 2]],
    ]);
  });

  test("long ones are split, each part with the headings and the pages of its own rows", async () => {
    const page = (first: number): Mark[] => [
      ...tableRules([20, 300, 580], [40, ...Array.from({ length: 36 }, (_, i) => 60 + i * 20)]),
      ...["名称", ...Array.from({ length: 35 }, (_, i) => `${first + i}番`)].flatMap((name, i) => [
        at(name, 30, 54 + i * 20),
        at(name === "名称" ? "内容" : "語".repeat(26), 310, 54 + i * 20),
      ]),
    ];
    const chunks = await pdfChunks(tinyPdf([0, 35, 70, 105, 140, 175].map(page)));
    expect(chunks.map(({ metadata }) => metadata.page_range)).toEqual([
      [1, 4],
      [4, 6],
    ]);
    for (const { content_md } of chunks) expect(content_md).toMatch(/^\| 名称 +\| 内容/);
  });
});
