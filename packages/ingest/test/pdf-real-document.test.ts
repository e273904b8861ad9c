import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import type { ReadDocument } from "@retrieval/core/ports";
import { expectOutline } from "./outline.js";
import { type PageItem, pageItems } from "./pdf-page-items.js";
import { readPdf } from "./pdf-read.js";
import { squeezed, visibleText } from "./visible-text.js";

describeWithRealData("「モデル就業規則」, 93 pages", () => {
  let bytes: Uint8Array;
  let read: ReadDocument;
  let chunks: StructuredChunk[];

  beforeAll(async () => {
    bytes = readFileSync(`${realDataDir}/pdf/model-work-rules-ja.pdf`);
    read = await readPdf(bytes);
    chunks = structureDocument({ document_id: "d", title: read.title ?? "d" }, read.tree);
  });

  const headings = () => chunks.filter(({ text_type }) => text_type === "heading");
  const lastOf = ({ metadata }: StructuredChunk) => metadata.section_path.at(-1);
  const headingsOf = (type: string) => headings().filter((chunk) => lastOf(chunk)?.type === type);
  const wide = (number: number) =>
    String(number).replace(/[0-9]/g, (digit) => "０１２３４５６７８９"[Number(digit)] ?? "");

  test("has its title and a warning about content that was left out", () => {
    expect(read.title).toBe("モデル就業規則");
    expect(read.warnings).toEqual([
      { code: "pdf.pictures_left_out", pages: [36, 37, 77] },
      { code: "pdf.table_without_lines", pages: [49] },
      expect.objectContaining({ code: "table.merged_cells", times: 12 }),
    ]);
  });

  test("has 14 chapters in order, and every article from 1 to 70 below its chapter", () => {
    expect(headingsOf("chapter").map((chunk) => lastOf(chunk)?.label)).toEqual(
      Array.from({ length: 14 }, (_, i) => `第${wide(i + 1)}章`),
    );
    const articles = headingsOf("article").filter(({ metadata }) => metadata.section_path[0]?.type === "chapter");
    const labels = articles.map((chunk) => lastOf(chunk)?.label);
    expect([...new Set(labels)]).toEqual(Array.from({ length: 70 }, (_, i) => `第${wide(i + 1)}条`));
    // Models to choose from: three of articles 19 and 20, two of 22, four of 51.
    expect(labels).toHaveLength(70 + 2 + 2 + 1 + 3);
    for (const chunk of articles) expect(lastOf(chunk)?.title).not.toBe("");
    expect(headingsOf("supplement").map(({ content }) => content)).toEqual(["附　則"]);
  });

  test("has the articles in the printed places", () => {
    for (const [path, title, page, last] of [
      ["ch1::art1", "目的", 10, 10],
      ["ch1::art2", "適用範囲", 10, 11],
      ["ch2::art9", "休職", 15, 15],
      ["ch3::art12", "職場のパワーハラスメントの禁止", 16, 17],
      ["ch3::art17", "始業及び終業時刻の記録", 18, 20],
      ["ch4::art21", "時間外及び休日労働等", 33, 36],
      ["ch5::art23", "年次有給休暇", 38, 41],
      ["ch5::art28", "育児・介護休業、子の看護休暇等", 44, 44],
      ["ch6::art33", "賃金の構成", 47, 47],
      ["ch6::art40", "割増賃金", 50, 55],
      ["ch6::art42", "代替休暇", 56, 61],
      ["ch6::art50", "賞与", 64, 65],
      ["ch7::art53", "解雇", 69, 73],
      ["ch8::art55", "退職金の額", 74, 75],
      ["ch10::art62", "労働者の心身の状態に関する情報の適正な取扱い", 81, 82],
      ["ch12::art68", "懲戒の事由", 86, 88],
      ["ch14::art70", "副業・兼業", 90, 93],
    ] as const) {
      const own = chunks.filter(({ chunk_id }) => chunk_id.startsWith(`d::${path}::`));
      const heading = own[0] as StructuredChunk;
      const pages = own.map(({ metadata }) => metadata.page_range as readonly [number, number]);
      expect([path, lastOf(heading)?.title, pages[0]?.[0], Math.max(...pages.map(([, end]) => end))]).toEqual([
        path,
        title,
        page,
        last,
      ]);
      expect(heading.metadata.page_range).toEqual([page, page]);
    }
  });

  test("has models to choose from below their own headings", () => {
    const paths = headings()
      .filter((chunk) => ["第１９条", "第５１条"].includes(lastOf(chunk)?.label ?? ""))
      .map(({ display }) => display.breadcrumb.slice(0, -1).map((step) => step.slice(0, 6)));
    expect(paths).toEqual([
      ["第４章 労働", "［例１］　完"],
      ["第４章 労働", "〔例２〕１か"],
      ["第４章 労働", "〔例３〕１年"],
      ["第７章 定年", "［例１］　定"],
      ["第７章 定年", "［例2］　定"],
      ["第７章 定年", "［例３］　定"],
      ["第７章 定年", "［例４］　定"],
    ]);
  });

  test("has no article from its pages of contents", () => {
    const contents = chunks.filter(({ metadata }) => metadata.section_path[0]?.title === "目　次");
    expect(contents.map(({ metadata }) => metadata.page_range?.[0])).toEqual([
      6, 6, 6, 6, 6, 7, 7, 8, 8, 8, 8, 9, 9, 9, 9,
    ]);
    expect(contents.filter(({ metadata }) => metadata.section_path.length > 1)).toEqual([]);
    expect(chunks.filter(({ content }) => /…{2}|・{9}/.test(content ?? ""))).toEqual([]);
  });

  test("has its tables with every column named, and wrapped lines joined", () => {
    const table = (id: string) => chunks.find(({ chunk_id }) => chunk_id === `d::${id}`);
    expect(table("ch8::art55::table-1")).toMatchObject({ metadata: { page_range: [74, 74] } });
    expect(table("ch8::art55::table-1")?.content?.split("\n")[0]).toBe("勤続年数: 5年未満 / 支給率: 1.0");
    expect(table("ch5::art23::table-2")?.content?.split("\n")[0]).toContain("勤 続 期 間 1年 6か月: 8日");
    const hours = table("ch4::1a3190e6::art20::table-2")?.content;
    expect(hours).toContain("各変形期間に対応する所定労働時間の総枠 法定労働時間が４０時間の場合: １７７．１時間");
    expect(table("ch9::art57::table-1")?.content?.split("\n")).toHaveLength(6);
  });

  test("has no running head and no page number for text", () => {
    for (const { content } of chunks) expect(content).not.toMatch(/^\s*-?\s*[0-9０-９]{1,2}\s*-\s*$|- [0-9]{2} -/m);
  });

  test("is read as paragraphs and lists, not lines", () => {
    const passages = chunks.filter(({ text_type }) => text_type !== "heading");
    expect(passages.length).toBeGreaterThan(300);
    expect(passages.length).toBeLessThan(400);
    const short = passages.filter(({ content }) => [...(content ?? "")].length <= 8).map(({ content }) => content);
    expect(short).toEqual(["４月　５月　６月", "７月　８月　９月", "１月　２月　３月"]);
  });

  test("has formulas and commentary where they belong", () => {
    const [pay, months, commentary] = ["list-2", "list-3", "list-4"].map(
      (id) => chunks.find(({ chunk_id }) => chunk_id === `d::ch6::art40::${id}`)?.content ?? "",
    );
    expect(pay).toMatch(/^- ２　割増賃金は、次の算式により計算して支給する。\n {2}- （１） 月給制の場合\n {4}- ①/);
    expect(pay).toContain(
      "（基本給＋役付手当＋技能・資格手当＋精勤手当）⁄１か月の平均所定労働時間数　×1.25×時間外労働の",
    );
    expect(pay).toContain("日給⁄１日の所定労働時間数　＋　（役付手当＋技能・資格手当＋精勤手当）⁄１か月の平均");
    expect(months).toContain("（(365－年間所定休日日数)×1日の所定労働時間）⁄12");
    expect(commentary).toMatch(/^- 【第４０条　割増賃金】\n- １　法定労働時間を超えて/);
    const substitute = chunks.filter(({ chunk_id }) => chunk_id.startsWith("d::ch6::art42::"));
    expect(substitute.map(({ content }) => content).join("\n")).toContain(
      "代替休暇として与えることができる時間数　＝　１か月の時間外労働時間数　①　－６０　×　換算率　②",
    );
  });

  test("loses and doubles nothing: every character of its 93 pages, but what is counted here", async () => {
    const items = await pageItems(bytes);
    const isNumber = ({ text, y }: PageItem) => y > 760 && /^(?:[０-９]+|- [0-9]+ -)$/.test(text);
    const numbers = items.filter(isNumber);
    expect(numbers).toHaveLength(93);
    const given = countOf(items.filter((item) => !isNumber(item)).map(({ text }) => text));
    const got = countOf([read.title ?? "", ...chunks.map(shownText)]);
    // Our signs: for merged cells, for blanks of forms, which are drawn and not text, and short leaders.
    for (const sign of "←↑＿…") for (const counts of [given, got]) counts.delete(sign);
    const difference = [...new Set([...given.keys(), ...got.keys()])]
      .map((sign) => [sign, (got.get(sign) ?? 0) - (given.get(sign) ?? 0)] as const)
      .filter(([, more]) => more !== 0);
    // 27 drawn bars of fractions, 21 of them with a sum or product on one side, and 33 bullets that lists show.
    expect(difference.sort()).toEqual([
      ["⁄", 27],
      ["・", -33],
      ["（", 21],
      ["）", 21],
    ]);
  });

  test("has each place inside its page, from the top left corner", () => {
    for (const { metadata } of chunks) {
      const [x0 = -1, y0 = -1, x1 = -1, y1 = -1] = metadata.anchors.bbox ?? [];
      expect(0 <= x0 && x0 < x1 && x1 <= 600 && 0 <= y0 && y0 < y1 && y1 <= 842).toBe(true);
    }
  });

  test("has the outline that was checked by eye (UPDATE_GOLDEN=1 rewrites it)", () => {
    expectOutline(read, "model-work-rules-ja");
  });
});

const shownText = ({ text_type, content, content_md }: StructuredChunk) =>
  text_type === "table" || text_type === "list" ? visibleText(content_md ?? "") : (content ?? "");

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sign of texts.flatMap((text) => [...squeezed(text)])) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return counts;
}
