import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { departmentsCsv } from "../src/sample-company/index.js";
import { commandsOf, cp932, temporaryFolder } from "./cli.js";
import { startTestService, type TestService } from "./harness.js";

let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const run = commandsOf(() => service, "900001");

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  folder = await temporaryFolder();
});
afterAll(() => service.close());

describe("departments import", () => {
  test("the master is replaced, and the difference is said before and after", async () => {
    const first = await folder.file("first.csv", cp932("部署コード,部署名\r\nD1,総務部\r\nD2,経理部\r\nD3,営業部\r\n"));
    expect((await run(["departments", "import", first])).exitCode).toBe(0);
    const people = await run(["users", "import", "-"], { stdin: "社員番号,氏名,部署\n800001,上田 翔,人財部\n" });
    expect(people).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("unknown in the department master") });

    const second = await folder.file("second.csv", "\ufeffname,code\r\n総務部,D1\r\n財務部,D2\r\n人財部,D4\r\n");
    const dry = await run(["departments", "import", second, "--dry-run"]);
    expect(dry.stdout).toBe(
      [
        `${second} (UTF-8 with BOM): dry run, nothing was written`,
        "  added            1",
        "  renamed          1",
        "  removed          1",
        "  unchanged        1",
        "  added: D4 人財部",
        "  renamed: D2 財務部",
        "  removed: D3 営業部",
        "",
      ].join("\n"),
    );
    expect((await run(["departments", "list"])).stdout).toBe("D1  総務部\nD2  経理部\nD3  営業部\n");

    const applied = await run(["departments", "import", second]);
    expect(applied.stdout).toContain("Users whose department code changed: 1");
    expect((await run(["departments", "list"])).stdout).toBe("D1  総務部\nD2  財務部\nD4  人財部\n");
  });

  test("the sample company's master is taken", async () => {
    const result = await run(["departments", "import", await folder.file("sample.csv", departmentsCsv()), "--json"]);
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    expect(result.json()).toMatchObject({ applied: true });
  });

  test.each([["--dry-run"], []])(
    "every faulty line is named at once, and nothing is written (%s)",
    async (...flags) => {
      const before = (await run(["departments", "list"])).stdout;
      const lines = [
        "code,name",
        "D1,a",
        "D1,b",
        "D2,a",
        '" D4",x',
        "D5,",
        ",部",
        '"D6"x,部',
        'D7,"部"x',
        "D8,部,余り",
        "D5,再び",
        " D9,a\u0007",
      ];
      const path = await folder.file("faulty.csv", `${lines.join("\n")}\n`);
      const result = await run(["departments", "import", path, ...flags]);
      expect(result).toMatchObject({ exitCode: 1, stderr: "" });
      expect(result.stdout.split("\n")).toEqual([
        `${path}: nothing was written`,
        "Refused:",
        '  line 3   code "D1" stands already in line 2',
        "  line 5   code must not begin or end with white space",
        "  line 6   the department name is empty",
        "  line 7   the department code is empty",
        "  line 8   the quotes of the department code are broken; inside quotes, a quote is written twice",
        "  line 9   the quotes of the department name are broken; inside quotes, a quote is written twice",
        "  line 10  the line has 3 cells where the first line has 2",
        '  line 11  code "D5" stands already in line 6',
        "  line 12  code must not begin or end with white space; name must not contain control characters or line breaks",
        "",
      ]);
      expect((await run(["departments", "list"])).stdout).toBe(before);
    },
  );

  const tooMany = Array.from({ length: 5001 }, (_, i) => `D${i},部${i}\n`).join("");
  test.each([
    ["部署,人数\n総務部,3\n", "must head one column as 部署コード"],
    ["部署コード,部署名\n", "holds no department"],
    ["", "The file is empty."],
    ["\ufeff", "The file is empty."],
    ["部署コード\nD1\n", "A column 部署コード (or code) and a column 部署名 (or name) are needed."],
    [`code,name\n${tooMany}`, "holds 5001 departments; at most 5000 are taken"],
  ])("%.20j is wrong usage", async (content, words) => {
    for (const flags of [["--dry-run"], []]) {
      const result = await run(["departments", "import", "-", ...flags], { stdin: content });
      expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(words) });
    }
  });
});
