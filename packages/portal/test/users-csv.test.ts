import { describe, expect, it } from "@jest/globals";
import { sentenceOf } from "@retrieval/api/texts";
import type { UserColumns, UserFile } from "@retrieval/core/ports";
import { readUsersCsv } from "@retrieval/portal";
import iconv from "iconv-lite";

const HEADER = "社員番号,氏名,部署,メールアドレス";
const readBytes = (bytes: Uint8Array, columns: UserColumns = {}): UserFile | string => {
  const file = readUsersCsv(bytes, columns);
  return "code" in file ? sentenceOf([file], "en") : file;
};
const read = (text: string, columns = {}) => readBytes(new TextEncoder().encode(text), columns);
const lines = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join("");
const one = { user_id: "1", display_name: "A" };

describe("encodings", () => {
  // 髙 and 﨑 are IBM's additions to Shift_JIS; U+FA19 must not become U+795E; ～ and － each have two code points that are
  // easily confused.
  const text = lines(HEADER, "001,髙﨑 \ufa19子,営業～企画－第一部,a@example.com", "002,ﾔﾏﾀﾞ ①Ⅲ㈱,,");
  const users = [
    {
      line: 2,
      entry: {
        user_id: "001",
        display_name: "髙﨑 \ufa19子",
        department: "営業～企画－第一部",
        email: "a@example.com",
      },
    },
    { line: 3, entry: { user_id: "002", display_name: "ﾔﾏﾀﾞ ①Ⅲ㈱" } },
  ];

  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with BOM", Buffer.from(`\ufeff${text}`)],
    ["CP932", iconv.encode(text, "cp932")],
  ])("%s", (encoding, bytes) => {
    expect(readBytes(bytes)).toEqual({ encoding, users, refused: [] });
  });

  it("an old program's end-of-file mark is not a line", () => {
    const bytes = Buffer.concat([iconv.encode(text, "cp932"), Buffer.from([0x1a])]);
    expect(readBytes(bytes)).toEqual({ encoding: "CP932", users, refused: [] });
  });

  it.each([
    ["UTF-16", iconv.encode(text, "utf16le", { addBOM: true }), "UTF-16"],
    ["UTF-16, big end first", iconv.encode(text, "utf16be", { addBOM: true }), "UTF-16"],
    ["an Excel workbook", Buffer.from("PK\u0003\u0004rest"), "Excel workbook"],
    ["a UTF-8 mark over other bytes", Buffer.from([0xef, 0xbb, 0xbf, 0x41, 0xff]), "begins as UTF-8"],
    ["bytes of no text", Buffer.from([0x81, 0x20, 0xff, 0xff]), "neither UTF-8 nor CP932"],
  ])("%s is refused in a sentence", (_, bytes, sentence) => {
    expect(readBytes(bytes)).toContain(sentence);
  });

  it("the problem of a file without the required headers names the encoding", () => {
    expect(readBytes(iconv.encode(lines("番号,なまえ"), "cp932"))).toContain("The file was read as CP932.");
  });
});

describe("columns", () => {
  it.each([
    "社員番号,氏名,部署,メールアドレス",
    "従業員番号,名前,所属,メール",
    "社員コード,社員名,部署名,Ｅメール",
    "社員Ｎｏ．,氏名（漢字）,所 属,ﾒｰﾙｱﾄﾞﾚｽ",
    "employee number,name,department,e-mail",
    "Employee ID,Full Name,Dept.,E-Mail Address",
    "user_id,display_name,department,email",
    "ＵＳＥＲ＿ＩＤ, Name ,DEPARTMENT,Ｅ－ＭＡＩＬ",
    '"社員\n番号",氏名,部署,メール',
  ])("are found under %s", (header) => {
    expect(read(lines(header, "1,A,B,a@b"))).toMatchObject({
      users: [{ entry: { ...one, department: "B", email: "a@b" } }],
      refused: [],
    });
  });

  it("may be in any order, between others, and without department and e-mail", () => {
    expect(read(lines("備考,氏名,入社日,社員番号", "x,A,2020/4/1,1"))).toMatchObject({ users: [{ entry: one }] });
  });

  it("are named by header if it is not a usual one", () => {
    const named = { user_id: " id ", display_name: "担当者" };
    expect(read(lines("ＩＤ,担当者,部署", "1,A,B"), named)).toMatchObject({
      users: [{ line: 2, entry: { ...one, department: "B" } }],
    });
  });

  it("are named by place in a file without a header", () => {
    const named = { user_id: "2", display_name: "1", email: "4" };
    expect(read(lines("A,1,x,a@b"), named)).toMatchObject({ users: [{ line: 1, entry: { ...one, email: "a@b" } }] });
  });

  it("are named by place in a file with a header, which is recognised by a usual name", () => {
    expect(read(lines("ID,担当者,部署", "1,A,B"), { user_id: "1", display_name: "2" })).toMatchObject({
      users: [{ line: 2, entry: { ...one, department: "B" } }],
    });
  });

  it.each([
    [lines("番号,なまえ", "1,A"), {}, "No column has a header for employee number or name."],
    [lines("社員番号,なまえ", "1,A"), {}, "No column has a header for name."],
    [lines("1,A"), { user_id: "1" }, "No column has a header for name."],
    [lines("社員番号,user_id,氏名", "1,1,A"), {}, "Columns 1 and 2 could both be the employee number."],
    [lines("社員番号,氏名,部署,部署", "1,A,B,C"), {}, "Columns 3 and 4 could both be the department."],
    [lines(HEADER), { user_id: "工号" }, 'No column has the header "工号", which was given for the employee number.'],
    [lines(HEADER), { email: "5" }, "Column 5 was given for the e-mail, but the first line has 4 cells."],
    [lines(HEADER), { display_name: "1" }, "Column 1 was given for two fields."],
  ])("%j with %j is refused in a sentence", (text, columns, sentence) => {
    expect(read(text, columns)).toContain(sentence);
  });

  it.each([",", ";", "\t"])("may be separated by %j", (delimiter) => {
    const row = (...cells: string[]) => cells.join(delimiter);
    const others = [",", ";", "\t"].filter((char) => char !== delimiter).join("");
    expect(read(lines(row("社員番号", "氏名", "部署"), row("1", `A${others}`, "B")))).toMatchObject({
      users: [{ entry: { user_id: "1", display_name: `A${others}`, department: "B" } }],
      refused: [],
    });
  });

  it("need a delimiter", () => {
    expect(read(lines("社員番号", "1"))).toBe(
      "The first line has no comma, TAB or semicolon between columns. The columns 社員番号 (employee number) and 氏名 (name) are required.",
    );
    expect(read(lines('"社員番号,氏名"', '"1,A"'))).toContain("no comma, TAB or semicolon");
  });
});

describe("lines", () => {
  it("end in CRLF, LF or CR; the last one needs no end", () => {
    for (const end of ["\r\n", "\n", "\r"]) {
      for (const last of [end, ""]) {
        const file = read(`${[HEADER, "1,A,,", "2,B,,"].join(end)}${last}`);
        expect(file).toMatchObject({ users: [{ line: 2 }, { line: 3, entry: { user_id: "2" } }], refused: [] });
      }
    }
  });

  it("are counted as an editor counts them, also inside quotes and between records", () => {
    for (const end of ["\r\n", "\n", "\r"]) {
      const text = [
        "",
        "",
        `${HEADER},備考`,
        "",
        `1,A,,,"first${end}second, ""third""${end}"`,
        ",,,,",
        "   ",
        "2,B,,,",
      ];
      expect(read(text.join(end))).toMatchObject({
        users: [
          { line: 5, entry: { user_id: "1" } },
          { line: 10, entry: { user_id: "2" } },
        ],
        refused: [],
      });
    }
  });

  it("with too few or too many cells are refused one by one", () => {
    expect(read(lines(HEADER, "1,A,,", "2,B,", "3,C,x,c@d,", "Smith, John,4,,", "5,E,,"))).toMatchObject({
      users: [
        { line: 2, entry: { user_id: "1" } },
        { line: 6, entry: { user_id: "5" } },
      ],
      refused: [
        { line: 3, user_id: "2", problems: [{ code: "line.other_width", cells: 3, first_line_cells: 4 }] },
        { line: 4, user_id: "3", problems: [{ code: "line.other_width", cells: 5, first_line_cells: 4 }] },
        { line: 5, user_id: "Smith", problems: [{ code: "line.other_width", cells: 5, first_line_cells: 4 }] },
      ],
    });
  });

  it("without a number or a name are refused one by one", () => {
    expect(read(lines(HEADER, ",A,,", "2,,,", '"",B,x,'))).toMatchObject({
      users: [],
      refused: [
        { line: 2, user_id: null, problems: [{ code: "line.empty_cell", field: "user_id" }] },
        { line: 3, user_id: "2", problems: [{ code: "line.empty_cell", field: "display_name" }] },
        { line: 4, user_id: null, problems: [{ code: "line.empty_cell", field: "user_id" }] },
      ],
    });
  });

  it("may be missing after a header; an empty file is refused", () => {
    expect(read(HEADER)).toEqual({ encoding: "UTF-8", users: [], refused: [] });
    for (const text of ["", "\r\n\r\n", "\ufeff", " \n\u001a"]) expect(read(text)).toBe("The file is empty.");
    expect(read(",,,\n")).toBe("The file has only empty lines.");
  });
});

describe("cells", () => {
  const cells = (number: string, name: string) => {
    const file = read(lines("社員番号,氏名", `${number},${name}`));
    return typeof file === "string" ? file : file.users.map(({ entry }) => [entry.user_id, entry.display_name]);
  };

  it.each([
    ["001", '"Smith, John"', "001", "Smith, John"],
    ["001", '"John ""Jack"" Smith"', "001", 'John "Jack" Smith'],
    ["001", 'John "Jack" Smith', "001", 'John "Jack" Smith'],
    ["001", '"John\r\nSmith"', "001", "John\r\nSmith"],
    [" 001", "山田　", " 001", "山田　"],
    ['="001"', "A", "001", "A"],
    ['"=""001"""', '="A"', "001", "A"],
    ["=001", "=1+1", "=001", "=1+1"],
    ["'=001", "'A", "=001", "'A"],
  ])("%s and %s", (number, name, user_id, display_name) => {
    expect(cells(number, name)).toEqual([[user_id, display_name]]);
  });

  it("empty ones of department and e-mail are left out, so that an import clears nothing", () => {
    expect(read(lines(HEADER, '1,A,"",'))).toHaveProperty("users", [{ line: 2, entry: one }]);
  });

  it("a broken quote refuses its line", () => {
    expect(read(lines(HEADER, '1,"A"B,,', "2,B,,"))).toMatchObject({
      users: [{ line: 3, entry: { user_id: "2" } }],
      refused: [{ line: 2, user_id: "1", problems: [{ code: "line.broken_quote", cell: 2 }] }],
    });
  });

  it.each([
    ["never closed", lines(HEADER, "1,A,,", '2,"B,,', "3,C,,"), "The quote that opens in line 3 is never closed."],
    ["closed by another's quote", lines(HEADER, '1,"A,,', '2,"B",,', "3,C,,"), "the one that opens in line 2"],
    ["closed by another's end", lines(HEADER, '1,"A,x,', '2,B",x,', "3,C,,"), "joins it with the lines up to 3"],
    ["in the last line", `${HEADER}\n1,A,,\n2,B,"`, "The quote that opens in line 3 is never closed."],
    ["in the header", lines('"社員番号,氏名', "1,A"), "no comma, TAB or semicolon"],
  ])("a missing quote never silently drops a line: %s", (_, text, sentence) => {
    expect(read(text)).toContain(sentence);
  });
});

describe("limits", () => {
  const users = (count: number) => `社員番号,氏名\r\n${"1,A\r\n".repeat(count)}`;

  it("20,000 users are read, and one more refuses the file with its line", () => {
    expect(read(users(20_000))).toMatchObject({ users: { length: 20_000 } });
    expect(read(users(20_001))).toBe(
      "At line 20002 the file has more than 20000 users, the most that a file may have. An import may be split into several files; a synchronisation may not, because each part would deactivate the users in the other parts.",
    );
    const named = { user_id: "1", display_name: "2" };
    expect(read(users(20_001).replace("社員番号,氏名\r\n", ""), named)).toContain("At line 20001 the file has more");
  });

  it("the rest is not read at all", () => {
    expect(read(users(1_000_000))).toContain("At line 20002 the file has more");
  });

  it("100 columns are read, and one more refuses the file with the line that has it", () => {
    const wide = (columns: number) => `${"x,".repeat(columns - 3)}x`;
    const header = (columns: number) => `社員番号,氏名,${wide(columns)}`;
    expect(read(lines(header(100), `1,A,${wide(100)}`))).toMatchObject({ users: [{ entry: one }] });
    expect(read(lines(header(101)))).toContain("Line 1 has more than 100 columns");
    expect(read(lines(header(10), "1,A", `2,B,${wide(200)}`))).toContain("Line 3 has more than 100 columns");
    expect(read(",".repeat(16 * 1024 * 1024))).toContain("Line 1 has more than 100 columns");
  });

  it("a million empty lines at the end, as spreadsheets write them, are no users and take no time", () => {
    for (const empty of [",,", " , ,", "\t,,"]) {
      const started = performance.now();
      const file = read(`社員番号,氏名,部署\r\n${",,\r\n".repeat(3)}1,A,\r\n${`${empty}\r\n`.repeat(1_000_000)}`);
      expect(file).toMatchObject({ users: [{ line: 5, entry: one }], refused: [] });
      expect(performance.now() - started).toBeLessThan(10_000);
    }
  });

  it("an empty end removes no cell from the last line, and hides no missing quote", () => {
    for (const end of ["", "\r\n", "\r\n,,\r\n", "\n,,", "\r,,\r"]) {
      expect(read(`社員番号,氏名,部署\r\n1,A,${end}`)).toMatchObject({ users: [{ entry: one }], refused: [] });
      expect(read(`社員番号,氏名,部署\r\n1,"A,${end}`)).toContain("in line 2 is never closed");
    }
  });
});
