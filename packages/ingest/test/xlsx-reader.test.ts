import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import { XLSX } from "@retrieval/core/limits";
import { readerOf } from "../src/index.js";
import { row, xlsxOf } from "./ooxml-writer.js";

const readXlsx = readerOf(XLSX);

async function chunksOf(bytes: Uint8Array): Promise<StructuredChunk[]> {
  const { tree, title } = await readXlsx(bytes);
  return structureDocument({ document_id: "d", title: title ?? "d" }, tree);
}

const shown = async (bytes: Uint8Array) =>
  (await chunksOf(bytes)).map(({ content, content_md }) => (content_md ?? content ?? "").replace(/ +/g, " "));

const aSheet = (rows: string, more = {}) => xlsxOf([{ name: "表", rows, ...more }]);

describe("an Excel workbook", () => {
  test("has a section for each sheet, a table for each block of rows, and titles as paragraphs", async () => {
    const rates =
      row(1, ["旅費", "2026年"]) +
      row(2, [null, null, "円"]) +
      row(3, ["区分", "都市", "日当", "宿泊"]) +
      row(4, ["甲", "東京", 3000, 12000]) +
      row(6, ["注意"]) +
      row(7, ["領収書を添える。"]) +
      row(9, [1, 2, 3]) +
      row(10, [4, 5, 6]);
    const bytes = await xlsxOf([
      { name: "料金", rows: rates },
      { name: "第2章 手続", rows: row(1, ["a", "b", "c"]) + row(2, ["x", "y", "z"]) },
    ]);
    expect(await shown(bytes)).toEqual([
      "料金",
      "旅費　2026年",
      "円",
      "| 区分 | 都市 | 日当 | 宿泊 |\n| ---- | ---- | ---- | ----- |\n| 甲 | 東京 | 3000 | 12000 |",
      "注意",
      "領収書を添える。",
      "| | | |\n| - | - | - |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |",
      "第2章 手続",
      "| a | b | c |\n| - | - | - |\n| x | y | z |",
    ]);
  });

  test("shows dates, numbers, formulas and text as Excel does", async () => {
    const cases: readonly (readonly [format: string, cell: string, text: string])[] = [
      ["General", "<v>7010001064648</v>", "7010001064648"],
      ["General", "<v>0.30000000000000004</v>", "0.3"],
      ["#,##0&quot;円&quot;", "<v>12500</v>", "12,500円"],
      ["0.0%", "<f>A1/B1</f><v>0.125</v>", "12.5%"],
      ["yyyy/mm/dd", "<v>45748</v>", "2025/04/01"],
      ["[$-411]ggge&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@", "<v>45748</v>", "令和7年4月1日"],
      ["aaa", "<v>45748</v>", "火"],
      ["h:mm", "<v>0.375</v>", "9:00"],
    ];
    const cells = cases.map(([, xml], i) => `<row r="${i * 2 + 1}"><c r="A${i * 2 + 1}" s="${i + 1}">${xml}</c></row>`);
    const formats = cases.map(([format]) => format);
    const [, ...texts] = await shown(await xlsxOf([{ name: "x", rows: cells.join("") }], { formats }));
    expect(texts).toEqual(cases.map(([, , text]) => text));

    const strings = "<si><r><t>東</t></r><r><t>京_x000A_</t></r><rPh sb='0' eb='1'><t>トウキョウ</t></rPh></si>";
    const others = `<row><c t="s"><v>0</v></c></row><row><c t="b"><v>1</v></c></row><row><c t="e"><v>#N/A</v></c></row>`;
    expect(await shown(await xlsxOf([{ name: "x", rows: others }], { strings }))).toEqual([
      "x",
      "東京",
      "TRUE",
      "#N/A",
    ]);
    const none = `<row><c t="s"/></row><row><c t="s"><v>x</v></c></row>`;
    expect(await shown(await xlsxOf([{ name: "x", rows: none + row(3, ["a"]) }], { strings }))).toEqual(["x", "a"]);
  });

  test("counts days from 1904 where it says so, in dates only", async () => {
    const formats = ["yyyy/mm/dd", "General", "0.00E+00", "[h]:mm", "[$-411]ge.m.d", "h:mm"];
    const values = [44286, 5, 1234, 1.5, 44286, 0.375];
    const rows = values.map((value, i) => `<row r="${i * 2 + 1}"><c s="${i + 1}"><v>${value}</v></c></row>`).join("");
    const bytes = await xlsxOf([{ name: "x", rows }], { formats, workbook: `<workbookPr date1904="1"/>` });
    expect(await shown(bytes)).toEqual(["x", "2025/04/01", "5", "1.23E+03", "36:00", "R7.4.1", "9:00"]);
  });

  test("keeps merged cells, and the lines of a cell", async () => {
    const rows =
      row(1, ["区分", "額", null]) + row(2, [null, "本給", "手当"]) + row(3, ["a\nb", 1, 2]) + row(4, [null, 3, 4]);
    const after = `<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="A3:A4"/></mergeCells>`;
    const [, table] = await chunksOf(await aSheet(rows, { after }));
    expect(table?.content).toBe("区分: a b / 額 本給: 1 / 額 手当: 2\n区分: a b / 額 本給: 3 / 額 手当: 4");
    expect(table?.content_md).toContain("a<br>b");
  });

  test("has years as names of columns, but not rows of years", async () => {
    const years = row(1, ["部署", 2022, 2023]) + row(2, ["営業", 5, 6]);
    expect(await shown(await aSheet(years))).toEqual([
      "表",
      "| 部署 | 2022 | 2023 |\n| ---- | ---- | ---- |\n| 営業 | 5 | 6 |",
    ]);
    for (const rows of [
      row(1, ["営業", 2022, 3000]) + row(2, ["開発", 5, 6]),
      row(1, ["社", 1950, 1990]) + row(2, ["組", 1960, 2001]),
    ]) {
      expect((await shown(await aSheet(rows)))[1]).toMatch(/^\| \| \| \|\n/);
    }
  });

  test("leaves out what is hidden, with one warning", async () => {
    const bytes = await xlsxOf([
      {
        name: "x",
        before: `<cols><col min="2" max="3" hidden="1"/></cols>`,
        rows: row(1, ["a", "secret", null, "b"]) + row(2, ["secret"], `hidden="1"`) + row(3, ["c", null, null, "d"]),
      },
      { name: "y", rows: row(1, ["secret"]), state: "veryHidden" },
    ]);
    const { warnings } = await readXlsx(bytes);
    expect(warnings).toEqual([{ code: "xlsx.hidden_left_out", sheets: 1, rows: 1, columns: 1 }]);
    expect(JSON.stringify(await chunksOf(bytes))).not.toContain("secret");
  });

  test("shows a merged text that begins in a hidden column or row where it is visible", async () => {
    const sheet = {
      before: `<cols><col min="1" max="1" hidden="1"/></cols>`,
      rows:
        row(1, ["見出し", "covered", null]) +
        row(3, ["年", "区分", "額"], `hidden="1"`) +
        row(4, ["secret", null, 1]) +
        row(5, [null, "b", 2]),
      after: `<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="B3:B4"/></mergeCells>`,
    };
    expect(await shown(await aSheet(sheet.rows, sheet))).toEqual([
      "表",
      "見出し",
      "| | |\n| ---- | - |\n| 区分 | 1 |\n| b | 2 |",
    ]);
    const { warnings } = await readXlsx(await aSheet(sheet.rows, sheet));
    expect(warnings).toEqual([{ code: "xlsx.hidden_left_out", sheets: 0, rows: 1, columns: 1 }]);
  });

  test("of hostile makers ends with a clear error, or reads what is there", async () => {
    const far = `<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`;
    const huge = {
      before: `<dimension ref="A1:XFD1048576"/>`,
      after: `<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
    };
    expect(await shown(await aSheet(row(1, ["a"]) + far, huge))).toEqual(["表", "a", "1"]);
    for (const at of ["XFE1", "A1048577", "1", "A0"]) {
      const digits = at.replace(/\D/g, "") || "1";
      const bytes = aSheet(`<row r="${digits}"><c r="${at}"><v>1</v></c></row>`);
      await expect(readXlsx(await bytes)).rejects.toMatchObject({ problems: [{ code: "office.damaged" }] });
    }
    const wide = Array.from(
      { length: 900 },
      (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c><c r="${columnName(i)}${i + 1}"><v>1</v></c></row>`,
    );
    await expect(readXlsx(await aSheet(wide.join("")))).rejects.toMatchObject({
      problems: [{ code: "file.too_many_cells" }],
    });
    const entities = `<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><sst>&b;</sst>`;
    const bomb = xlsxOf([{ name: "x", rows: row(1, ["a"]) }], { files: { "xl/strings.xml": entities } });
    await expect(readXlsx(await bomb)).rejects.toMatchObject({
      problems: [{ code: expect.stringMatching(/^office\./) }],
    });
  });
});

/** AAA for 0, then to the right. */
function columnName(index: number): string {
  return String.fromCharCode(...[676, 26, 1].map((place) => 65 + (Math.floor(index / place) % 26)));
}

describeWithRealData("Excel workbooks that others made", () => {
  test("have their sheets, tables with headings, and merged cells", async () => {
    const read = (name: string) => chunksOf(readFileSync(`${realDataDir}/documents/${name}.xlsx`));
    const codes = await read("jda-codes");
    expect(codes.find(({ content }) => content?.includes("女性"))?.content).toContain(
      "Code値（=コード）: 2 / Value値（=名称）: 女性",
    );
    const comparison = await read("jda-comparison");
    expect(comparison.filter(({ text_type }) => text_type === "heading")).toHaveLength(5);
    expect(comparison.find(({ text_type }) => text_type === "table")?.content).toContain(
      "入札公告: 公告内容 / データ項目名: カテゴリー",
    );
    // Long tables are split, with their headings.
    const heads = [codes, comparison].map((chunks) =>
      chunks
        .filter(({ text_type }) => text_type === "table")
        .map(({ content_md }) => content_md?.split("\n", 1)[0]?.replaceAll(/ +/g, " ")),
    );
    expect(heads.map(({ length }) => length)).toEqual([10, 15]);
    expect(heads.map((lines) => new Set(lines).size)).toEqual([2, 5]);
    expect((await read("numbers")).map(({ text_type }) => text_type)).toEqual(["heading", "table", "heading", "table"]);
  });
});
