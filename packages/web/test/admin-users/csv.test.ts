import { describe, expect, it } from "@jest/globals";
import { writeCsv } from "@retrieval/core";
import { csvText } from "../../src/admin/users/csv.js";

const HOSTILE = [
  "=1+2",
  "+81-3-1234",
  "-1",
  "@SUM(A1)",
  "＝cmd|' /C calc'!A0",
  "'=already",
  "''@twice",
  "\t=tab",
  "\r=return",
  'a "quoted" word',
  "comma, semicolon; and\r\nline",
  " edge ",
  "",
  "髙橋 美咲",
  "001234",
];

describe("A CSV that the pages write", () => {
  it("is what the service would write, text by text", () => {
    for (const text of HOSTILE) expect(csvText([[text, 1, null]])).toBe(writeCsv([[text, 1, null]]));
  });

  it("has a byte order mark and lines that end in CRLF", () => {
    expect(csvText([["a"], ["b"]])).toBe("\uFEFFa\r\nb\r\n");
  });

  it.each([
    ["=1+2", "'=1+2"],
    ["-1", "'-1"],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ])("runs nothing in a spreadsheet: %s", (text, cell) => {
    expect(csvText([[text]])).toBe(`\uFEFF${cell}\r\n`);
  });
});
