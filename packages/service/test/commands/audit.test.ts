import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readCsv } from "@retrieval/portal";
import { localTime } from "../../src/commands/management/local-time.js";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf, temporaryFolder } from "./run-command.js";

let service: TestService;
let folder: string;
/** A time at which 001234 could read the minutes and 002358 could not. */
let then: string;
const run = commandsOf(() => service, "900001");

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  await service.signedIn("001234", { department_code: "D1020", permission_groups: ["managers"] });
  await service.signedIn("002358");
  const temporary = await temporaryFolder();
  folder = temporary.folder;
  const chunks = [{ text_type: "paragraph", content: "本文" }];
  const path = await temporary.file("minutes.json", JSON.stringify({ title: "議事録", version: "1", chunks }));
  await run(["documents", "ingest", path, "--access", "departments:D1020;groups:managers"]);
  await sleep(10);
  then = new Date().toISOString();
  await sleep(10);
  await run(["access", "set", "minutes", "users:002358"]);
});
afterAll(() => service.close());

async function linesOf(path: string) {
  const file = readCsv(await readFile(path));
  if ("code" in file) throw new Error(file.code);
  return file.lines.map(({ cells }) => cells);
}

describe("audit list", () => {
  test("shows the entries, newest first", async () => {
    const result = await run(["audit", "list", "--document", "minutes"]);
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    const lines = result.stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d {2}rule-changed +900001 {2}minutes {2}\{"rules_version":2,/,
    );
    for (const line of lines) expect(line).toContain("minutes");
  });

  test("filters, and says that there are more entries", async () => {
    const one = await run(["audit", "list", "--kind", "rule-changed", "--limit", "1", "--json"]);
    expect(one.json()).toMatchObject({ entries: [{ kind: "rule-changed", document_id: "minutes" }], more: true });
    expect(one.stderr).toBe("There are more than 1; raise --limit to show them.\n");
    const none = await run(["audit", "list", "--user", "nobody", "--from", "2026-01-01"]);
    expect(none).toMatchObject({ exitCode: 0, stdout: "", stderr: "No entries found.\n" });
  });

  test("writes all pages to a CSV file", async () => {
    const entries = Array.from({ length: 450 }, (_, i) => ({
      kind: "user-changed" as const,
      by_user: "=1+1",
      user_id: "many",
      document_id: null,
      details: { i },
    }));
    await service.service.deps.audit.record(entries);
    const path = join(folder, "all.csv");
    const many = ["audit", "list", "--user", "many", "--kind", "user-changed"];
    const all = await run([...many, "--csv", path]);
    expect(all).toMatchObject({ exitCode: 0, stdout: `${path}: 450 entries\n`, stderr: "" });
    const lines = await linesOf(path);
    expect(lines[0]).toEqual(["at", "kind", "by_user", "user_id", "document_id", "details"]);
    expect(lines.slice(1).map((cells) => cells[5])).toEqual(entries.map((_, i) => `{"i":${449 - i}}`));
    expect(await readFile(path, "utf8")).toContain(",'=1+1,");

    const some = await run([...many, "--csv", path, "--limit", "10", "--json"]);
    expect(some.json()).toEqual({ file: path, entries: 10, more: true });
    expect(some.stderr).toContain("without --limit, the file has all entries");
    expect((await linesOf(path)).slice(1).map((cells) => cells[5])).toEqual(
      Array.from({ length: 10 }, (_, i) => `{"i":${449 - i}}`),
    );
    const exact = await run([...many, "--csv", path, "--limit", "450", "--json"]);
    expect(exact.json()).toEqual({ file: path, entries: 450, more: false });
    const exports = await run(["audit", "list", "--user", "many", "--kind", "audit-exported", "--json"]);
    expect((exports.json() as { entries: object[] }).entries).toHaveLength(3);
  });

  test("leaves no partial file behind", async () => {
    const path = join(folder, "half.csv");
    await writeFile(path, "old");
    const refused = await run(["audit", "list", "--kind", "no-such", "--csv", path]);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("kind must be one of") });
    expect(await readFile(path, "utf8")).toBe("old");
    await expect(readFile(`${path}.part`)).rejects.toMatchObject({ code: "ENOENT" });
    const nowhere = await run(["audit", "list", "--csv", join(folder, "no", "such.csv")]);
    expect(nowhere).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("such.csv cannot be written") });
  });
});

describe("audit who-could-read", () => {
  test("lists the users and reasons of that time", async () => {
    const result = await run(["audit", "who-could-read", "minutes", "--at", then]);
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    expect(result.stdout).toBe(
      [
        "minutes  議事録  1",
        `Users who could read it at ${localTime(then)}: 2`,
        "  001234  Name of 001234  department D1020; group managers",
        "  900001  Name of 900001  the role admin, which sees every document",
        "",
      ].join("\n"),
    );
    const now = await run(["audit", "who-could-read", "minutes", "--at", "2999-12-31", "--json"]);
    expect(now.json()).toMatchObject({
      document: { document_id: "minutes" },
      at: "2999-12-31T23:59:59.999Z",
      readers: [{ user_id: "002358", reasons: [{ by: "user", value: "002358" }] }, { user_id: "900001" }],
    });
  });

  test("writes it into a CSV file", async () => {
    const path = join(folder, "readers.csv");
    expect((await run(["audit", "who-could-read", "minutes", "--at", then, "--csv", path])).exitCode).toBe(0);
    expect(await linesOf(path)).toEqual([
      ["at", "document_id", "title", "version", "user_id", "display_name", "reasons"],
      [then, "minutes", "議事録", "1", "001234", "Name of 001234", "department D1020; group managers"],
      [then, "minutes", "議事録", "1", "900001", "Name of 900001", "role admin"],
    ]);
  });
});

describe("audit could-read", () => {
  test("lists the documents and reasons of that time", async () => {
    const result = await run(["audit", "could-read", "001234", "--at", then]);
    expect(result.stdout).toBe(
      [
        "001234  Name of 001234",
        `Documents that the user could read at ${localTime(then)}: 1`,
        "  minutes  議事録  1  department D1020; group managers",
        "",
      ].join("\n"),
    );
    expect((await run(["audit", "could-read", "002358", "--at", then])).stdout).toContain(`at ${localTime(then)}: 0\n`);
  });

  test("writes it into a CSV file", async () => {
    const path = join(folder, "documents.csv");
    await run(["audit", "could-read", "001234", "--at", then, "--csv", path]);
    expect((await linesOf(path))[1]?.slice(1)).toEqual([
      "minutes",
      "議事録",
      "1",
      "001234",
      "Name of 001234",
      "department D1020; group managers",
    ]);
  });
});

describe("a new administrator", () => {
  test("is shown before details that may be cut", async () => {
    await service.signedIn("001235");
    for (const role of ["developer", "admin"] as const) await service.signedIn("001235", { role });
    await service.signedIn("001236", { role: "admin" });
    const shown = async (user: string) =>
      (await run(["audit", "list", "--user", user, "--kind", "user-changed"])).stdout;
    const details = (await shown("001235"))
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/ {2,}/).slice(4).join("  "));
    expect(details).toEqual([
      expect.stringMatching(/^role: developer → admin {2}\{"via"/),
      expect.stringMatching(/^role: user → developer {2}\{"via"/),
      expect.stringMatching(/^\{"via"/),
    ]);
    expect(await shown("001236")).toContain('  role: admin  {"via"');
  });
});

test.each([
  [["audit", "who-could-read", "minutes"], 2, "required option '--at <time>' not specified"],
  [["audit", "could-read", "001234", "--at", "yesterday"], 2, "yesterday is neither a date like"],
  [["audit", "who-could-read", "no-such", "--at", "2026-01-31"], 1, "The document did not exist at that time"],
  [["audit", "list", "--limit", "many"], 2, "It must be a whole number"],
])("%j fails with a sentence", async (args, exitCode, words) => {
  expect(await run(args)).toMatchObject({ exitCode, stdout: "", stderr: expect.stringContaining(words) });
});
