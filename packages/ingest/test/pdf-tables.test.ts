import { describe, expect, test } from "@jest/globals";
import { pdfShown, readPdf } from "./pdf-read.js";
import { lines, type Mark, tinyPdf } from "./tiny-pdf.js";

/** Rows of cells 18 points apart; the cells begin at these places, or end there if a place is negative. */
const rowsAt = (xs: readonly number[], rows: readonly (readonly string[])[], y = 200): Mark[] =>
  rows.flatMap((cells, row) =>
    cells.map((text, i): Mark => {
      const x = xs[i] as number;
      return { text, x: x < 0 ? -x - text.length * 10 : x, y: y + row * 18 };
    }),
  );
const STOCK = [
  ["品名", "棚", "数量"],
  ["鉛筆", "甲の一", "１２０"],
  ["消しゴム", "乙", "８"],
  ["定規", "丙の三", "１，５００"],
];

describe("rows that no lines divide", () => {
  test("are a line each, below the text above them", async () => {
    const marks = [...lines(["在庫は、次のとおりとする。"], { y: 150 }), ...rowsAt([60, 200, -400], STOCK)];
    expect(await pdfShown(tinyPdf([marks]))).toEqual([
      "paragraph: 在庫は、次のとおりとする。",
      `paragraph: ${STOCK.map((row) => row.join("　")).join("\n")}`,
    ]);
  });

  test("keep the blanks of a form", async () => {
    const form = rowsAt(
      [60, 200, 330],
      [
        ["部長", "月額", "円"],
        ["課長", "月額", "円"],
        ["係長", "月額", "円"],
      ],
    );
    const blanks = [0, 1, 2].map((row): Mark => ({ rule: [240, 202 + row * 18, 320, 202 + row * 18] }));
    expect((await pdfShown(tinyPdf([[...form, ...blanks]]))).join()).toMatch(/部長　月額　＿{8}　?円\n課長　月額/);
  });

  const names = Array.from({ length: 8 }, (_, i) => `${"甲乙丙丁戊己庚辛"[i]}事業所の経理担当者`);
  const amounts = names.map((_, i) => `${i + 1}2,500`);

  test("keep each name beside its number on one line, with a warning, and are no columns", async () => {
    const rows = names.map((name, i) => [name, amounts[i] as string]);
    const bytes = tinyPdf([rowsAt([60, 300], rows)]);
    expect(await pdfShown(bytes)).toEqual([`paragraph: ${rows.map((row) => row.join("　")).join("\n")}`]);
    expect((await readPdf(bytes)).warnings).toEqual([{ code: "pdf.table_without_lines", pages: [1] }]);
  });

  test("have two spaces between Latin cells", async () => {
    const rows = ["Alpha", "Beta", "Gamma"].map((name, i) => [name, `${i + 1}00`]);
    expect(await pdfShown(tinyPdf([rowsAt([60, 300], rows)]))).toEqual([
      "paragraph: Alpha  100\nBeta  200\nGamma  300",
    ]);
  });
});
