import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { departmentsCsv } from "@retrieval/demo";
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

/** The department master, a line for each. */
const master = async () => (await run(["call", "listDepartments"])).stdout;

describe("departments import", () => {
  test("the master is replaced, and the difference is shown before and after", async () => {
    const first = await folder.file("first.csv", cp932("部署コード,部署名\r\nD1,総務部\r\nD2,経理部\r\nD3,営業部\r\n"));
    expect((await run(["departments", "import", first])).exitCode).toBe(0);
    const imported = await run(["users", "import", "-"], { stdin: "社員番号,氏名,部署\n800001,上田 翔,人財部\n" });
    expect(imported).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("unknown in the department master"),
    });

    const second = await folder.file("second.csv", "\ufeffname,code\r\n総務部,D1\r\n財務部,D2\r\n人財部,D4\r\n");
    const dry = await run(["departments", "import", second, "--dry-run"]);
    expect(dry.stdout).toBe(
      [
        `${second} (UTF-8 with BOM): dry run, nothing was written`,
        "  added: 1",
        "  renamed: 1",
        "  removed: 1",
        "  unchanged: 1",
        "  users_resolved_again: 1",
        "  users_recoded: 0",
        "  users_without_code: 0",
        "Departments:",
        "  change   code  name",
        "  added    D4    人財部",
        "  renamed  D2    財務部",
        "  removed  D3    営業部",
        "",
      ].join("\n"),
    );
    expect(await master()).toBe("code  name\nD1    総務部\nD2    経理部\nD3    営業部\n");

    const applied = await run(["departments", "import", second]);
    expect(applied.stdout).toContain("  users_resolved_again: 1\n");
    expect(await master()).toBe("code  name\nD1    総務部\nD2    財務部\nD4    人財部\n");
  });

  test("the sample company's master is accepted", async () => {
    const path = await folder.file("sample.csv", departmentsCsv());
    const result = await run(["departments", "import", path, "--yes-recode", "1", "--json"]);
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    expect(result.json()).toMatchObject({ applied: true, users_resolved_again: 1, users_recoded: 1 });
  });

  describe("a master that gives users other codes, or none", () => {
    const csv = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join("");
    const whole = csv("code,name", "K1,企画部", "K2,管理部", "K3,情報部");
    beforeAll(async () => {
      await service.empty();
      await service.signedIn("900001", { role: "admin" });
      expect((await run(["departments", "import", "-"], { stdin: whole })).exitCode).toBe(0);
      const units = [
        "企画部",
        "企画部",
        "企画部",
        "企画部",
        "管理部",
        "管理部",
        "管理部",
        "管理部",
        "情報部",
        "情報部",
      ];
      const rows = units.map((unit, i) => `81000${i},人 ${i},${unit}`);
      expect((await run(["users", "import", "-"], { stdin: csv("社員番号,氏名,部署", ...rows) })).exitCode).toBe(0);
      const chunks = JSON.stringify({ chunks: [{ text_type: "paragraph", content: "1" }] });
      const text = await folder.file("text.json", chunks);
      for (const [id, access] of [
        ["for-all", "everyone"],
        ["for-k1", "departments:K1"],
        ["for-k2-k3", "departments:K2,K3"],
      ] as const)
        expect((await run(["documents", "ingest", text, "--id", id, "--access", access])).exitCode).toBe(0);
    });
    const codes = async () => {
      const { rows } = await service.database.pool.query("SELECT user_id, department_code FROM users ORDER BY user_id");
      return rows;
    };

    test("the dry run shows how many users change code or lose it, and which documents gain and lose readers", async () => {
      const before = await codes();
      const path = await folder.file("moved.csv", csv("code,name", "K2,企画部", "K4,情報部"));
      const dry = await run(["departments", "import", path, "--dry-run"]);
      expect(dry.stdout).toContain("  users_resolved_again: 10\n  users_recoded: 10\n  users_without_code: 4\n");
      expect(dry.stdout.split("\n").slice(-5)).toEqual([
        "Documents that gain or lose readers:",
        "  document_id  title      gained  lost",
        "  for-k1       for-k1     0       4",
        "  for-k2-k3    for-k2-k3  4       6",
        "",
      ]);
      expect(dry.stderr).toBe(
        "This master would give 10 users another department code or none; that is more than 20 % of the 10 active users of role user. If the file is right, agree with --yes-recode 10\n",
      );
      expect(dry.exitCode).toBe(0);
      const json = (await run(["departments", "import", path, "--dry-run", "--json"])).json();
      expect(json).toEqual({
        added: [{ code: "K4", name: "情報部" }],
        renamed: [{ code: "K2", name: "企画部" }],
        removed: [
          { code: "K1", name: "企画部" },
          { code: "K3", name: "情報部" },
        ],
        unchanged: 0,
        users_resolved_again: 10,
        users_recoded: 10,
        users_without_code: 4,
        active_users: 10,
        effects: [
          { document_id: "for-k1", title: "for-k1", gained: 0, lost: 4 },
          { document_id: "for-k2-k3", title: "for-k2-k3", gained: 4, lost: 6 },
        ],
        applied: false,
      });
      expect(await codes()).toEqual(before);
    });

    test.each([[[]], [["--yes-recode", "3"]], [["--yes-recode", "5"]], [["--yes-recode", "0"]]])(
      "of more than a fifth of the users is not written without agreement to the number (%j)",
      async (flags) => {
        const before = [await codes(), await master()];
        const path = await folder.file("short.csv", csv("code,name", "K1,企画部", "K3,情報部"));
        const refused = await run(["departments", "import", path, ...flags]);
        expect(refused.exitCode).toBe(1);
        expect(refused.stdout).toContain(`${path} (UTF-8): nothing was written; this would happen\n`);
        expect(refused.stdout).toContain("  users_resolved_again: 4\n");
        expect(refused.stdout).toContain("\n  for-k2-k3    for-k2-k3  0       4\n");
        expect(refused.stderr).toBe(
          "error: This master would give 4 users another department code or none; that is more than 20 % of the 10 active users of role user.\nIf the file is right, agree with --yes-recode 4\n",
        );
        const json = await run(["departments", "import", path, ...flags, "--json"]);
        expect(json.exitCode).toBe(1);
        expect(json.json()).toMatchObject({ applied: false, error: { code: "CONFLICT" }, users_recoded: 4 });
        expect([await codes(), await master()]).toEqual(before);
      },
    );

    test("of a fifth of the users is written without agreement, and of more with it", async () => {
      const fifth = await folder.file("fifth.csv", csv("code,name", "K1,企画部", "K2,管理部"));
      const written = await run(["departments", "import", fifth]);
      expect(written).toMatchObject({ exitCode: 0, stderr: "" });
      expect(written.stdout).toContain("  users_resolved_again: 2\n  users_recoded: 2\n  users_without_code: 2\n");
      expect(written.stdout).toContain("\n  for-k2-k3    for-k2-k3  0       2\n");

      const more = await folder.file("more.csv", csv("code,name", "K1,企画部"));
      const agreed = await run(["departments", "import", more, "--yes-recode", "4"]);
      expect(agreed).toMatchObject({ exitCode: 0, stderr: "" });
      expect(agreed.stdout).toContain("imported\n");
      expect(await codes()).toEqual([
        ...Array.from({ length: 10 }, (_, i) => ({ user_id: `81000${i}`, department_code: i < 4 ? "K1" : null })),
        { user_id: "900001", department_code: null },
      ]);
    });

    test("needs no agreement for users who had no code before", async () => {
      const restored = await run(["departments", "import", "-"], { stdin: whole });
      expect(restored).toMatchObject({ exitCode: 0, stderr: "" });
      expect(restored.stdout).toContain("  users_resolved_again: 6\n  users_recoded: 0\n");
    });

    test("is not written without agreement if all users keep a code but most get another", async () => {
      const before = await codes();
      const path = await folder.file("swapped.csv", csv("code,name", "K2,企画部", "K1,管理部", "K3,情報部"));
      const refused = await run(["departments", "import", path]);
      expect(refused.exitCode).toBe(1);
      expect(refused.stdout).toContain("  users_without_code: 0\n");
      expect(refused.stderr).toBe(
        "error: This master would give 8 users another department code or none; that is more than 20 % of the 10 active users of role user.\nIf the file is right, agree with --yes-recode 8\n",
      );
      expect(await codes()).toEqual(before);
      expect(await run(["departments", "import", path, "--yes-recode", "8"])).toMatchObject({
        exitCode: 0,
        stderr: "",
      });
      expect(await codes()).not.toEqual(before);
    });

    test("requires a whole number for agreement", async () => {
      const result = await run(["departments", "import", "x.csv", "--yes-recode", "many"]);
      expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("whole number") });
    });
  });

  test.each([["--dry-run"], []])(
    "every refused line is listed at once, and nothing is written (%s)",
    async (...flags) => {
      const before = await master();
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
        '  line 3   code "D1" is a duplicate of line 2',
        "  line 5   code must not begin or end with white space",
        "  line 6   the department name is empty",
        "  line 7   the department code is empty",
        "  line 8   the department code has broken quotes; inside quotes, write a quote twice",
        "  line 9   the department name has broken quotes; inside quotes, write a quote twice",
        "  line 10  the line has 3 cells, but the first line has 2",
        '  line 11  code "D5" is a duplicate of line 6',
        "  line 12  code must not begin or end with white space; name must not contain control characters or line breaks",
        "",
      ]);
      expect(await master()).toBe(before);
    },
  );

  const tooMany = Array.from({ length: 5001 }, (_, i) => `D${i},部${i}\n`).join("");
  test.each([
    ["部署,人数\n総務部,3\n", "must have the headers 部署コード"],
    ["部署コード,部署名\n", "contains no department"],
    ["", "The file is empty."],
    ["\ufeff", "The file is empty."],
    ["部署コード\nD1\n", "The columns 部署コード (or code) and 部署名 (or name) are required."],
    [`code,name\n${tooMany}`, "departments may have at most 5000 entries"],
  ])("%.20j is wrong usage", async (content, words) => {
    for (const flags of [["--dry-run"], []]) {
      const result = await run(["departments", "import", "-", ...flags], { stdin: content });
      expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(words) });
    }
  });
});
