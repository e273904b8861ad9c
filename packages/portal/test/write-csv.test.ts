import { describe, expect, it } from "@jest/globals";
import { readCsv, readUsersCsv, writeCsv } from "@retrieval/portal";
import { parse } from "csv-parse/sync";
import fc from "fast-check";

const cellsOf = (text: string) => parse(text, { bom: true });

describe("writeCsv", () => {
  it("writes a byte order mark, CRLF, and quotes only where they are needed", () => {
    expect(
      writeCsv([
        ["番号", "name", "n"],
        ["001", 'Smith, "J"', -5],
        [null, "a\nb", 0.5],
      ]),
    ).toBe('\ufeff番号,name,n\r\n001,"Smith, ""J""",-5\r\n,"a\nb",0.5\r\n');
    expect(writeCsv([])).toBe("\ufeff");
  });

  it("writes no text that a spreadsheet would run", () => {
    for (const text of [
      "=1+1",
      "+1",
      "-1",
      "@A1",
      "\t=1",
      "\r=1",
      "\n=1",
      "＝1+1",
      "－1",
      '=HYPERLINK("x","y")',
      "'=1",
    ]) {
      expect(cellsOf(writeCsv([[text, "x"]]))).toEqual([[`'${text}`, "x"]]);
    }
    for (const text of ["1-1", "a=b", "'quoted'", "'", "—", "a@b", " =1"]) {
      expect(cellsOf(writeCsv([[text, "x"]]))).toEqual([[text, "x"]]);
    }
  });
});

describe("the output of writeCsv", () => {
  const interesting = fc.constantFrom(
    "'",
    "=",
    "+",
    "-",
    "@",
    '"',
    ",",
    ";",
    "\t",
    "\r",
    "\n",
    " ",
    "　",
    "髙",
    "𠮷",
    "a",
    "0",
  );
  const text = fc.oneof(
    fc.array(interesting, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 12 }),
  );
  // A line break beside a comma in one cell counts as a missing quote, and a line of blanks as a blank line.
  const cell = text.filter((value) => value.isWellFormed() && !(value.includes(",") && /[\r\n]/.test(value)));
  const required = cell.filter((value) => value.trim() !== "");
  const user = fc.record({ user_id: required, display_name: required, department: cell, email: cell });

  it("is read back by readCsv, with any columns", () => {
    const rows = [
      ["code", "name"],
      ["001", "=1+1"],
      ["'=1", 'Sales, "North"'],
      ["", "two\nlines"],
    ];
    expect(readCsv(new TextEncoder().encode(writeCsv(rows)))).toEqual({
      encoding: "UTF-8 with BOM",
      lines: rows.map((cells, i) => ({ line: i + 1, cells })),
    });
    expect(readCsv(new TextEncoder().encode('code,name\n1,"A"B'))).toHaveProperty("lines.1.cells", ["1", null]);
  });

  it("is read back by readUsersCsv, character by character and line by line", () => {
    fc.assert(
      fc.property(fc.array(user, { maxLength: 6 }), (users) => {
        const csv = writeCsv([
          ["user_id", "name", "department", "email"],
          ...users.map(({ user_id, display_name, department, email }) => [user_id, display_name, department, email]),
        ]);
        const file = readUsersCsv(new TextEncoder().encode(csv));
        if ("code" in file) throw new Error(file.code);
        expect(file.refused).toEqual([]);
        expect(file.users.map(({ entry }) => ({ department: "", email: "", ...entry }))).toEqual(users);
        const written = csv.split(/\r\n|\r|\n/);
        for (const { line, entry } of file.users) {
          const begin = entry.user_id.split(/[\r\n",]/)[0] ?? "";
          expect(written[line - 1]).toContain(begin);
        }
      }),
      { numRuns: 500 },
    );
  });
});
