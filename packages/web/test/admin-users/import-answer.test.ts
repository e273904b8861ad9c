import { describe, expect, it } from "@jest/globals";
import { columnsText, USUAL_COLUMNS, writesOf } from "../../src/admin/users/import-answer.js";
import { reportCsv } from "../../src/admin/users/import-report.js";
import { importAnswer } from "./import-answers.js";

describe("The columns of a file", () => {
  it("are named by heading or position if they are unusual", () => {
    expect(columnsText(USUAL_COLUMNS)).toBe("");
    expect(columnsText({ ...USUAL_COLUMNS, user_id: "番号", display_name: " 2 ", email: "  " })).toBe(
      "user_id:番号,display_name:2",
    );
  });
});

describe("An import", () => {
  it("writes users who are new, changed, reactivated or deactivated", () => {
    const counts = { new: 1, changed: 20, unchanged: 300, reactivated: 4, deactivated: 50, skipped: 600, refused: 7 };
    expect(writesOf({ counts })).toBe(75);
  });
});

describe("The report of an import", () => {
  const answer = importAnswer({
    effects: [{ document_id: "board-minutes", title: "取締役会議事録", gained: 3, lost: 1 }],
    refused: [
      {
        line: 0,
        user_id: "001234",
        display_name: "髙橋 美咲",
        reason: "001234: the user no longer exists",
        problems: [{ code: "user.gone", at: "001234" }],
      },
      {
        line: 7,
        user_id: "x",
        display_name: null,
        reason: "=cmd|' /C calc'!A0",
        problems: [{ code: "user.gone", at: "=cmd|' /C calc'!A0" }],
      },
    ],
    warnings: [
      {
        line: 9,
        user_id: "9",
        display_name: "九",
        warning: 'the "name", oddly',
        problem: { code: "user.gone", at: 'the "name", oddly' },
      },
    ],
  });

  it("is one table with counts, documents and lines", () => {
    expect(reportCsv(answer).split("\r\n")).toEqual([
      "\uFEFFkind,line,document_id,number,text,user_id,name",
      ...[
        "new,,,4,,,",
        "changed,,,0,,,",
        "unchanged,,,0,,,",
        "reactivated,,,0,,,",
        "deactivated,,,0,,,",
        "skipped,,,280,,,",
      ],
      "refused,,,5,,,",
      "readers-gained,,board-minutes,3,,,取締役会議事録",
      "readers-lost,,board-minutes,1,,,取締役会議事録",
      "line-refused,,,,001234: the user no longer exists,001234,髙橋 美咲",
      "line-refused,7,,,'=cmd|' /C calc'!A0,x,",
      'line-warning,9,,,"the ""name"", oddly",9,九',
      "",
    ]);
  });
});
