import { describe, expect, test } from "@jest/globals";
import { readCsv, writeCsv } from "../src/index.js";

describe("readCsv", () => {
  test("returns every cell that writeCsv wrote, formulas without their guard", () => {
    const rows = [
      ["部署コード", "部署名"],
      ["D1010", "=HYPERLINK(1)"],
      ["'@x", 'a "quoted", text'],
      ["001234", "two\r\nlines"],
    ];
    const file = readCsv(Buffer.from(writeCsv(rows)));
    expect(file).toEqual({
      encoding: "UTF-8 with BOM",
      lines: rows.map((cells, i) => ({ line: i + 1, cells })),
    });
  });

  test("numbers lines as an editor does, and marks a cell whose quotes are broken", () => {
    expect(readCsv(Buffer.from('code,name\n\nD1,総務部\nD2,"経理"部\n'))).toEqual({
      encoding: "UTF-8",
      lines: [
        { line: 1, cells: ["code", "name"] },
        { line: 3, cells: ["D1", "総務部"] },
        { line: 4, cells: ["D2", null] },
      ],
    });
  });

  test.each([
    [Buffer.from([0x50, 0x4b, 0x03, 0x04]), { code: "csv.workbook" }],
    [Buffer.from("one column\nonly"), { code: "csv.no_delimiter", needed: "any" }],
    [Buffer.from("\ufeff"), { code: "csv.empty" }],
    [Buffer.from([0x81, 0x2c, 0xff, 0xff]), { code: "csv.other_encoding" }],
  ])("returns the problem of an unreadable file", (bytes, problem) => {
    expect(readCsv(bytes)).toEqual(problem);
  });
});
