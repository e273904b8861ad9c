import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf, temporaryFolder } from "./run-command.js";

let service: TestService;
const run = commandsOf(() => service, "900001");
const rule = async () => (await run(["access", "show", "minutes"])).stdout;

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  await service.signedIn("001234", { department_code: "D1" });
  await service.signedIn("001235", { department_code: "D1" });
  await service.signedIn("002358", { department_code: "D2" });
  const { file } = await temporaryFolder();
  const chunks = [{ text_type: "paragraph", content: "通勤手当の上限は月額三万円とする。" }];
  const path = await file("minutes.json", JSON.stringify({ title: "取締役会議事録", chunks }));
  await run(["documents", "ingest", path, "--access", "departments:D1"]);
});
beforeEach(() => run(["access", "set", "minutes", "departments:D1"]));
afterAll(() => service.close());

const EFFECT = [
  "Gain the document: 1",
  "  002358  Name of 002358",
  "Lose the document: 2",
  "  001234  Name of 001234",
  "  001235  Name of 001235",
].join("\n");

describe("access preview", () => {
  test("names who would gain and who would lose the document, and writes nothing", async () => {
    const result = await run(["access", "preview", "minutes", "departments:D2;groups:ghosts"]);
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: `minutes as departments:D2;groups:ghosts\n${EFFECT}\n`,
      stderr: expect.stringContaining('allowed_groups names "ghosts", which is a group that no user has'),
    });
    expect(await rule()).toContain("departments  D1");
    const json = await run(["access", "preview", "minutes", "--nobody", "--json"]);
    expect(json.json()).toMatchObject({ gained: { count: 0 }, lost: { count: 2 } });
  });

  test("says that no user gains or loses the document", async () => {
    const result = await run(["access", "preview", "minutes", "users:001234,001235"]);
    expect(result.stdout).toContain("No user gains or loses the document.");
  });
});

describe("access set on a terminal", () => {
  const set = (stdin: string, ...flags: string[]) =>
    run(["access", "set", "minutes", "departments:D2", ...flags], { watched: true, stdin });

  test("shows who gains and loses, asks, and writes only after yes", async () => {
    for (const answer of ["n\n", "\n", "", "nonsense\n"]) {
      const refused = await set(answer);
      expect(refused).toMatchObject({
        exitCode: 1,
        stdout: `${EFFECT}\n`,
        stderr: expect.stringContaining("Nothing was written."),
      });
      expect(refused.stderr).toContain("Let departments:D2 see minutes? [y/N]");
    }
    expect(await rule()).toContain("departments  D1");
    expect((await set("y\n")).stdout).toContain("Before: departments:D1");
    expect(await rule()).toContain("departments  D2");
  });

  test("does not ask with --yes or in a script", async () => {
    expect((await set("", "--yes")).exitCode).toBe(0);
    expect(await rule()).toContain("departments  D2");
    expect((await run(["access", "set", "minutes", "everyone"])).exitCode).toBe(0);
  });
});

describe("access history and restore", () => {
  test("list every rule with user, reason and effect, and restore an older one", async () => {
    await run(["access", "set", "minutes", "departments:D2"]);
    const history = await run(["access", "history", "minutes"]);
    const [newest, before] = history.stdout.split("\n");
    expect(newest).toMatch(/^\d+ +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d +900001 +edit +\+1 +-2 +departments:D2$/);
    const version = before?.split(" ")[0] as string;

    const restored = await run(["access", "restore", "minutes", version]);
    expect(restored).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Before: departments:D2") });
    expect(await rule()).toContain("departments  D1");
    const [inForce] = (await run(["access", "history", "minutes"])).stdout.split(" ");
    expect((await run(["access", "restore", "minutes", inForce as string])).stdout).toBe(
      "minutes  取締役会議事録\n  departments  D1\nThis is already the current rule.\n",
    );
    const limited = await run(["access", "history", "minutes", "--limit", "1", "--json"]);
    expect(limited.json()).toMatchObject({ more: true, versions: [{ cause: "restore", by_user: "900001" }] });
  });

  test.each([
    [["history", "unknown"], 1, "No such document"],
    [["restore", "minutes", "999"], 1, "has no version 999"],
    [["restore", "minutes", "first"], 2, "whole number"],
  ])("%j fails with a sentence", async (args, exitCode, words) => {
    const result = await run(["access", ...args]);
    expect(result).toMatchObject({ exitCode, stderr: expect.stringContaining(words) });
  });
});

describe("search", () => {
  test("prints what the answer quotes, then the breadcrumb, and the text with the matches", async () => {
    const result = await run(["search", "通勤手当の上限はいくらですか"]);
    expect(result).toMatchObject({
      exitCode: 0,
      stdout:
        "取締役会議事録\n  通勤手当の上限は月額三万円とする。\n\n" +
        "取締役会議事録\n  minutes::paragraph-1\n  通勤手当の上限は月額三万円とする。\n",
    });
    const watched = await run(["search", "通勤手当"], { watched: true });
    expect(watched.stdout).toContain("\u001b[1m通勤手当\u001b[22mの上限");
    expect((await run(["search", "通勤手当", "--json"])).json()).toMatchObject({
      total: 1,
      results: [{ doc: { id: "minutes" }, highlights: [[0, 4]] }],
    });
  });

  test("prints the documents that the question names before the sections", async () => {
    const { stdout } = await run(["search", "取締役会議事録 通勤手当"]);
    expect(stdout).toMatch(/^取締役会議事録\n {2}minutes\n\n取締役会議事録\n {2}minutes::paragraph-1\n/);
  });

  test("shows as many of the best results as asked for, at most 100, and how many there are", async () => {
    const articles = ["第1条", "第2条"].map((label) => ({
      text_type: "paragraph",
      content: "定期券の代金は、テレワークの者にも支給する。",
      metadata: { section_path: [{ level: 1, type: "article", label, title: "" }] },
    }));
    const { file } = await temporaryFolder();
    const path = await file("passes.json", JSON.stringify({ title: "定期券規程", chunks: articles }));
    await run(["documents", "ingest", path, "--access", "everyone"]);
    const { stderr } = await run(["search", "定期券", "--limit", "1"]);
    expect(stderr).toBe("1 of 2. Raise --limit (at most 100), or use other words.\n");
    expect((await run(["search", "定期券", "--limit", "100"])).stderr).toBe("");
    expect(await run(["search", "定期券", "--limit", "101"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("It must be at most 100."),
    });
  });

  test("says what a misspelt word was read as, and that nothing fits well", async () => {
    expect((await run(["search", "テレワク"])).stderr).toContain(
      'No document that you may read has "テレワク"; searched "テレワーク".',
    );
    const result = await run(["search", "宇宙旅行と深海探査の月額"]);
    expect(result).toMatchObject({ exitCode: 0, stderr: "Nothing fits well. These are the nearest results.\n" });
    expect(result.stdout).toContain("minutes::paragraph-1");
  });

  test("says that there are no results", async () => {
    expect(await run(["search", "宇宙旅行"])).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: "No results found.\n",
    });
  });
});
