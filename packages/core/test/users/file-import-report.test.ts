import { describe, expect, it } from "@jest/globals";
import { type FileImportJob, reportOf } from "../../src/users/file-import-report.js";

const counts = { new: 1, changed: 0, unchanged: 0, reactivated: 0, deactivated: 0, skipped: 0, refused: 1 };

/** A job whose lines are as the database has them. */
function jobWith(state: string, lines: object): FileImportJob {
  const report = { encoding: "UTF-8", mode: "import", counts, ...lines };
  return { state, progress: 0, options: report, report } as unknown as FileImportJob;
}

describe("the report of an import", () => {
  it.each(["checked", "cancelled"])("reads lines that an older version stored as sentences: %s", (state) => {
    const stored = jobWith(state, {
      refused: [{ line: 3, reason: "the name is empty" }],
      warnings: [{ line: 4, warning: "it is odd" }],
    });
    expect(reportOf(stored)).toMatchObject({
      refused: [{ line: 3, user_id: null, problems: [{ code: "legacy", text: "the name is empty" }] }],
      warnings: [{ line: 4, problem: { code: "legacy", text: "it is odd" } }],
    });
  });

  it("keeps problems as they are", () => {
    const lines = {
      refused: [{ line: 0, user_id: "001234", problems: [{ code: "user.gone", at: "001234" }] }],
      warnings: [{ line: 4, problem: { code: "department_code.unknown" } }],
    };
    expect(reportOf(jobWith("checked", lines))).toMatchObject(lines);
  });
});
