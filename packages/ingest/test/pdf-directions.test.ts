import { describe, expect, test } from "@jest/globals";
import { pdfChunks, pdfShown, readPdf } from "./pdf-read.js";
import { lines, type Mark, tinyPdf } from "./tiny-pdf.js";

const FULL = "あ".repeat(48);

describe("text along the side", () => {
  const page = (side: Mark): Mark[] => [...lines([FULL, FULL, `${FULL.slice(2)}。`], { y: 200 }), side];

  test("is apart from the lines that it crosses, and no title, however large", async () => {
    for (const turn of [90, -90, 45]) {
      const side: Mark = { text: "社外秘　Do not copy", x: 300, y: turn < 0 ? 500 : 190, size: 20, turn };
      const bytes = tinyPdf([page(side)]);
      const shown = await pdfShown(bytes);
      expect(shown).toContain(`paragraph: ${"あ".repeat(142)}。`);
      expect(shown).toContain("paragraph: 社外秘　Do not copy");
      expect((await readPdf(bytes)).title).toBeNull();
    }
  });

  test("is left out where it repeats, in pieces too, with one warning for all", async () => {
    const tab = (text: string): Mark[] =>
      [...text].map((sign, i): Mark => ({ text: sign, x: 580, y: 300 + i * 10, turn: 90 }));
    const pages = ["総則", "総則", "採用", "採用"].map((text, i) => [
      ...lines([`第${i + 1}の文は、この頁にあります。`], { y: 300 }),
      ...tab(`第${Math.floor(i / 2) + 1}章　${text}`),
    ]);
    const bytes = tinyPdf(pages);
    expect(await pdfShown(bytes)).toEqual(
      [1, 2, 3, 4].map((number) => `paragraph: 第${number}の文は、この頁にあります。`),
    );
    expect((await readPdf(bytes)).warnings).toEqual([
      { code: "pdf.running_heads", count: 2, first: ["第1章　総則", "第2章　採用"] },
    ]);
  });
});

describe("a page whose text is turned", () => {
  test.each([90, 180, 270])(
    "by %i degrees is read as the reader turns it, with its places as it is shown",
    async (turn) => {
      const step = { 90: [-18, 0], 180: [0, -18], 270: [18, 0] }[turn] as [number, number];
      const text = ["あ".repeat(20), "い".repeat(20), "う".repeat(20)];
      const marks = text.map((line, i): Mark => ({ text: line, x: 300 + i * step[0], y: 400 + i * step[1], turn }));
      const [chunk] = await pdfChunks(tinyPdf([marks]));
      expect(chunk?.content).toBe(text.join(""));
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = chunk?.metadata.anchors.bbox ?? [];
      const [along, across] = [200, 46];
      expect([x1 - x0, y1 - y0].map(Math.round)).toEqual(turn === 180 ? [along, across] : [across, along]);
      expect(x0 <= 300 && 300 <= x1 && y0 <= 400 && 400 <= y1).toBe(true);
    },
  );
});

describe("vertical text", () => {
  const columns = ["第一条　社員は、この規則を守る", "義務がある。", "会社は、社員を大切にする。"];
  const glyphs = (text: string, x: number): Mark[] =>
    [...text].flatMap((sign, i): Mark[] => (sign === "　" ? [] : [{ text: sign, x, y: 100 + i * 11 }]));

  test.each([
    ["of a vertical font", (text: string, x: number): Mark[] => [{ text, x, y: 100, vertical: true }]],
    ["set glyph by glyph", glyphs],
  ])("%s is read column by column from right to left, with a warning", async (_kind, column) => {
    const bytes = tinyPdf([columns.flatMap((text, i) => column(text, 500 - i * 18))]);
    const shown = (await pdfShown(bytes)).join("\n");
    expect(shown.replace(/^\w+: |[\s　]/gm, "")).toBe(columns.join("").replace("　", ""));
    expect((await readPdf(bytes)).warnings).toEqual([{ code: "pdf.vertical", pages: [1] }]);
  });

  test("is none where a table's marks or a list's numbers are below one another", async () => {
    const marks = ["有", "無", "有", "有", "無"].map((text, i): Mark => ({ text, x: 300, y: 100 + i * 15 }));
    const names = ["甲野", "乙山", "丙川", "丁田", "戊木"].map((text, i): Mark => ({ text, x: 60, y: 100 + i * 15 }));
    const { warnings } = await readPdf(tinyPdf([[...names, ...marks]]));
    expect(warnings).toEqual([{ code: "pdf.table_without_lines", pages: [1] }]);
  });
});
