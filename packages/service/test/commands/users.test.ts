import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { headOfficeCsv } from "@retrieval/demo";
import iconv from "iconv-lite";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf, cp932, temporaryFolder } from "./run-command.js";

let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const run = commandsOf(() => service, "900001");

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  folder = await temporaryFolder();
});
afterAll(() => service.close());

const headOfficeCsvLines = () => iconv.decode(Buffer.from(headOfficeCsv()), "cp932").trimEnd().split("\r\n");
const csv = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join("");
const HEADER = "社員番号,氏名,部署,メールアドレス";

/** `name role state`; null: there is no such user. */
async function shown(user_id: string): Promise<string | null> {
  const { exitCode, json } = await run(["call", "readUser", "--user_id", user_id, "--json"]);
  if (exitCode === 1) return null;
  const user = json() as { display_name: string; role: string; is_active: boolean };
  return `${user.display_name} ${user.role} ${user.is_active ? "active" : "inactive"}`;
}

describe("users import", () => {
  test("the portal's CSV in CP932: dry run, import, and a second import without changes", async () => {
    const path = await folder.file("head-office.csv", headOfficeCsv());

    const dry = await run(["users", "import", path, "--dry-run"]);
    expect(dry.stdout).toContain(`${path} (CP932): dry run, nothing was written\n  new: 280\n`);
    expect(dry.stdout).toMatch(/\nUsers:\n.*\n {2}new +000001 +大友 誠\n(?:.*\n)*? {2}and 230 more\n$/);
    expect(dry.exitCode).toBe(0);
    expect(await shown("001234")).toBeNull();

    const first = await run(["users", "import", path, "--json"]);
    expect(first.json()).toMatchObject({ applied: true, encoding: "CP932", counts: { new: 280 } });
    expect(first.exitCode).toBe(0);

    const again = await run(["users", "import", path, "--update"]);
    expect(again.stdout).toContain("nothing to do");
    expect(again.stdout).toContain("unchanged: 280");
  });

  test("the dry run shows which documents gain and lose readers", async () => {
    const rules = await folder.file("d1.json", JSON.stringify({ chunks: [{ text_type: "paragraph", content: "1" }] }));
    for (const [id, access] of [
      ["effects-all", "everyone"],
      ["effects-one", "users:745001"],
      ["effects-two", "departments:E2"],
    ] as const)
      await run(["documents", "ingest", rules, "--id", id, "--access", access]);
    const departments = await folder.file("effects.csv", csv("code,name", "E1,効果部", "E2,結果部"));
    await run(["departments", "import", departments]);
    const path = await folder.file("effects-users.csv", csv(HEADER, "745001,一,効果部,", "745002,二,結果部,"));
    const dry = await run(["users", "import", path, "--dry-run"]);
    expect(dry.stdout).toContain(
      "Documents that gain or lose readers:\n  document_id  title        gained  lost\n  effects-all  effects-all  2       0\n  effects-one  effects-one  1       0\n  effects-two  effects-two  1       0\n",
    );
    await run(["users", "import", path]);

    const moved = await folder.file("effects-moved.csv", csv(HEADER, "745001,一,結果部,", "745002,二,効果部,"));
    const both = await run(["users", "import", moved, "--update", "--dry-run", "--json"]);
    expect(both.json()).toMatchObject({ effects: [{ document_id: "effects-two", gained: 1, lost: 1 }] });
    const left = await run(["users", "import", moved, "--update", "--dry-run"]);
    expect(left.stdout).toContain("\n  effects-two  effects-two  1       1\n");
    for (const id of ["effects-all", "effects-one", "effects-two"])
      await run(["call", "deleteDocument", "--document_id", id, "--yes"]);
  });

  test("existing users are skipped without --update, and the operator is told so", async () => {
    const before = await folder.file("before.csv", csv(HEADER, "700001,渡邊 花子,,"));
    const after = await folder.file("after.csv", csv(HEADER, "700001,渡邉 花子,,"));
    await run(["users", "import", before]);

    const skipped = await run(["users", "import", after]);
    expect(skipped.stdout).toContain("skipped: 1");
    expect(skipped.stderr).toContain("--update changes them");
    expect(await shown("700001")).toBe("渡邊 花子 user active");

    const updated = await run(["users", "import", after, "--update"]);
    expect(updated.stdout).toContain("changed: 1");
    expect(await shown("700001")).toBe("渡邉 花子 user active");
  });

  test("every refused line is listed with its number and reason; the others are imported; the exit code reports it", async () => {
    const path = await folder.file(
      "faulty.csv",
      csv(HEADER, "710001,松本 実,,", ",名無し,,", "710003,,,", "710001,別人,,", "710005,清水 愛,,not-an-address"),
    );
    const result = await run(["users", "import", path]);
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toBe(
      [
        `${path} (UTF-8): imported`,
        "  new: 1",
        "  changed: 0",
        "  unchanged: 0",
        "  reactivated: 0",
        "  deactivated: 0",
        "  skipped: 0",
        "  refused: 4",
        "Users:",
        "  change  user_id  display_name",
        "  new     710001   松本 実",
        "Refused:",
        "  line  user_id  display_name  reason",
        "  3     -        名無し        the employee number is empty",
        "  4     710003   -             the name is empty",
        "  5     710001   別人          duplicate of line 2",
        "  6     710005   清水 愛       email must be an e-mail address",
        "",
      ].join("\n"),
    );
    expect(result.stderr).toContain("Correct the refused lines");
  });

  test("a number without its leading zeros causes a warning, before the import and after it", async () => {
    const path = await folder.file("stripped.csv", csv(HEADER, "1234,髙橋 美咲,,"));
    for (const flags of [["--dry-run"], []]) {
      const result = await run(["users", "import", path, ...flags]);
      expect(result.exitCode).toBe(0);
      expect(result.stderr).toContain(
        "  2     1234     髙橋 美咲     1234 differs from the known 001234 only by leading zeros",
      );
      expect(result.stderr).toContain("format the column as text");
    }
  });

  test("a number that a spreadsheet or an input method has changed causes a warning, and the line is imported", async () => {
    const path = await folder.file(
      "damaged.csv",
      csv(HEADER, "9.00001E+05,岡田 剛,,", "７１２３,藤井 舞,,", "E+05,後藤 誠,,", "1e+9,三浦 葵,x,no-address"),
    );
    const result = await run(["users", "import", path, "--dry-run"]);
    expect(result.stdout).toContain("new: 3");
    expect(result.stderr.split("\n")).toEqual([
      "Warnings:",
      "  line  user_id      display_name  warning",
      "  2     9.00001E+05  岡田 剛       9.00001E+05 is a long number that a spreadsheet abbreviated; format the column as text and export the file again",
      "  3     ７１２３     藤井 舞       ７１２３ has full-width digits, so it is not the same user as 7123",
      "Correct the refused lines and import the file again; lines already imported stay unchanged.",
      "",
    ]);
  });

  test("a warning that the whole file causes is shown for its first lines, and others are not lost behind it", async () => {
    const numbers = Array.from({ length: 30 }, (_, i) => `${720_000 + i},山田 ${i},Z-${i},`);
    const path = await folder.file("unknown.csv", csv(HEADER, ...numbers, "1234,髙橋 美咲,,"));
    const report = join(folder.folder, "unknown-report.csv");
    const { stderr } = await run(["users", "import", path, "--dry-run", "--report", report]);
    expect(stderr.match(/ in the department master/g)).toHaveLength(10);
    expect(stderr).toContain("1234 differs from the known 001234");
    expect(stderr).toContain("  and 20 more\n");
    expect((await readFile(report, "utf8")).match(/ in the department master/g)).toHaveLength(30);
  });

  test.each([
    ["", "The file is empty."],
    ["\ufeff", "The file is empty."],
    ["社員番号\n1\n", "The columns 社員番号 (employee number) and 氏名 (name) are required."],
  ])("%j is refused with the required columns", async (stdin, words) => {
    const result = await run(["users", "import", "-"], { stdin });
    expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(words) });
  });

  test.each(["職員コード,なまえ\n1,x\n", "社員番号,氏名,名前\n1,2,3\n"])(
    "an unknown column is explained with --columns: %j",
    async (stdin) => {
      const result = await run(["users", "import", "-"], { stdin });
      expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("--columns user_id:職員コード") });
    },
  );

  test("the report is a CSV whose cells no spreadsheet runs", async () => {
    const path = await folder.file(
      "formula.csv",
      csv(HEADER, `720001,佐々木 守,,${"=HYPERLINK(1)"}`, " 720002,空白,,"),
    );
    const report = `${path}.report.csv`;
    const result = await run(["users", "import", path, "--dry-run", "--report", report]);
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toContain(`The report is in ${report}`);
    expect(await readFile(report, "utf8")).toBe(
      '\ufeffline,kind,reason,user_id,display_name\r\n2,refused,email must be an e-mail address,720001,佐々木 守\r\n3,refused,user_id must not begin or end with white space," 720002",空白\r\n',
    );
  });

  test("a report that cannot be written is reported before the import, and the check leaves no file", async () => {
    const path = await folder.file("reported.csv", csv(HEADER, "725001,内田 進,,"));
    for (const [report, words] of [
      [join(folder.folder, "no folder", "r.csv"), "cannot be written: there is no such file or folder."],
      [folder.folder, "cannot be written: it is a folder."],
    ] as const) {
      const result = await run(["users", "import", path, "--report", report]);
      expect(result).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining(words) });
    }
    expect(await shown("725001")).toBeNull();

    const older = await folder.file("older-report.csv", "older");
    const fresh = join(folder.folder, "fresh-report.csv");
    const workbook = await folder.file("reported.xlsx", Buffer.from("PK\u0003\u0004rest"));
    for (const report of [older, fresh])
      expect((await run(["users", "import", workbook, "--report", report])).exitCode).toBe(1);
    expect(await readFile(older, "utf8")).toBe("older");
    expect(existsSync(fresh)).toBe(false);
  });

  test("columns can be named by header or number, and the file can come from standard input", async () => {
    const content = cp932(csv("職員,所属,なまえ", "730001,総務部,長谷川 茜"));
    const result = await run(["users", "import", "-", "--columns", "user_id:職員,display_name:3"], { stdin: content });
    expect(result.exitCode).toBe(0);
    expect(await shown("730001")).toBe("長谷川 茜 user active");
  });

  test.each([
    ["a missing file", ["users", "import", "/nowhere/users.csv"], "there is no such file"],
    ["no file", ["users", "import"], "missing required argument"],
    ["an unknown option", ["users", "import", "x.csv", "--updates"], "unknown option"],
    ["a count that is not a number", ["users", "sync", "x.csv", "--yes-deactivate", "many"], "whole number"],
  ])("%s is wrong usage: exit code 2", async (_what, args, words) => {
    const result = await run(args);
    expect(result).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining(words) });
  });

  test("an unreadable file is refused with a remedy", async () => {
    const path = await folder.file("workbook.xlsx", Buffer.from("PK\u0003\u0004rest"));
    const result = await run(["users", "import", path, "--json"]);
    expect(result.exitCode).toBe(1);
    expect(result.json()).toEqual({
      error: {
        code: "INVALID_REQUEST",
        message: expect.stringContaining("Save it as CSV UTF-8"),
        problems: [{ code: "csv.workbook" }],
        request_id: expect.any(String),
      },
    });
    expect(result.stderr).toMatch(/^error: .*Save it as CSV UTF-8.*\(INVALID_REQUEST, request [\w-]+\)\n$/);
  });
});

describe("users sync", () => {
  test("deactivating more than a fifth needs agreement; without it the operator sees what would happen", async () => {
    const path = await folder.file("few.csv", csv(HEADER, "001234,\u9ad9橋 美咲,,", "750001,新人 一郎,,"));
    const dry = await run(["users", "sync", path, "--dry-run", "--json"]);
    const { counts } = dry.json() as { counts: { deactivated: number } };
    expect(counts.deactivated).toBeGreaterThan(200);
    expect(dry.stderr).toContain(
      `${counts.deactivated} users would be deactivated. More than 57 need agreement: --yes-deactivate ${counts.deactivated}\n`,
    );

    const refused = await run(["users", "sync", path]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain("nothing was written; this would happen");
    expect(refused.stdout).toContain(`deactivated: ${counts.deactivated}`);
    expect(refused.stderr).toContain("Without agreement, at most 57 may be deactivated within 24 hours");
    expect(refused.stderr).toContain(`Agree with --yes-deactivate ${counts.deactivated}`);
    expect(await shown("750001")).toBeNull();

    const wrong = await run(["users", "sync", path, "--yes-deactivate", "3", "--json"]);
    expect(wrong.exitCode).toBe(1);
    expect(wrong.json()).toMatchObject({ applied: false, error: { code: "CONFLICT" } });

    const agreed = await run(["users", "sync", path, "--yes-deactivate", String(counts.deactivated)]);
    expect(agreed.exitCode).toBe(0);
    expect(await shown("750001")).toMatch(/ active$/);
    expect(await shown("002358")).toMatch(/ inactive$/);
    expect(await shown("900001")).toBe("Name of 900001 admin active");
  });

  test("importing the whole file again reactivates all users", async () => {
    const path = await folder.file("head-office-again.csv", headOfficeCsv());
    const result = await run(["users", "sync", path, "--yes-deactivate", "1"]);
    expect(result.stdout).toContain("  reactivated: 279\n  deactivated: 1\n");
    expect(result.exitCode).toBe(0);
    expect(await shown("002358")).toMatch(/ active$/);
  });

  test("few deactivations need no agreement, and the dry run says so", async () => {
    const lines = headOfficeCsvLines();
    const without = await folder.file("few-leave.csv", cp932(lines.slice(0, -10).join("\r\n")));
    expect((await run(["users", "sync", without, "--dry-run"])).stderr).toContain(
      "10 users would be deactivated. Up to 57 need no agreement.",
    );
  });
});
