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

  test.each([
    ["a code without a name", "D9,", /line 3 {2}the department name is empty/],
    ["a code twice", "D1,別の部", /line 3 {2}code "D1" stands already in line 2/],
    ["white space at a code's edge", "D9 ,部", /line 3 {2}code must not begin or end with white space/],
    ["a cell too many", "D9,部,余り", /line 3 {2}the line has 3 cells/],
  ])("%s: the line is named and nothing is written", async (_what, line, words) => {
    const before = (await run(["departments", "list"])).stdout;
    const path = await folder.file("faulty.csv", `部署コード,部署名\nD1,総務部\n${line}\n`);
    const result = await run(["departments", "import", path]);
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toMatch(words);
    expect((await run(["departments", "list"])).stdout).toBe(before);
  });

  test.each([
    ["部署,人数\n総務部,3\n", "must head one column as 部署コード"],
    ["部署コード,部署名\n", "holds no department"],
  ])("%j is wrong usage", async (content, words) => {
    const result = await run(["departments", "import", "-"], { stdin: content });
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(words) });
  });
});
