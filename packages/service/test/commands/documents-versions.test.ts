import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf, temporaryFolder } from "./run-command.js";

let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const run = commandsOf(() => service, "900001");

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  folder = await temporaryFolder();
  for (const [version, text] of [
    ["2024", "The allowance is 10 euros.\n\nRepealed."],
    ["2025", "The allowance is 12 euros."],
  ]) {
    const path = await folder.file("allowance.md", `# Allowance\n\n${text}\n`);
    expect(await run(["documents", "ingest", path, "--version", version as string])).toMatchObject({ exitCode: 0 });
  }
});
afterAll(() => service.close());

test("versions are listed, compared and restored", async () => {
  const listed = await run(["documents", "versions", "allowance"]);
  expect(listed).toMatchObject({ exitCode: 0 });
  expect(listed.stdout).toMatch(
    /^2 {2}\S+[+-]\d\d:\d\d {2}900001 {2}2025 {2}Allowance\n1 {2}\S+[+-]\d\d:\d\d {2}900001 {2}2024 {2}Allowance\n$/,
  );

  const compared = await run(["documents", "compare", "allowance", "1"]);
  expect(compared.stdout).toMatch(
    /^changed {2}allowance::\S*paragraph-1\nremoved {2}allowance::\S*paragraph-2\nallowance: \d unchanged since version 1\n$/,
  );

  const restored = await run(["documents", "restore", "allowance", "1", "--json"]);
  expect(restored.json()).toMatchObject({ restored: 1, number: 3, changes: { changed: 1, added: 1 } });
  expect((await run(["documents", "versions", "allowance", "--json"])).json()).toMatchObject({
    versions: [{ number: 3, version: "2024" }, { number: 2 }, { number: 1 }],
  });
});

test("an unknown version is refused, and another number is wrong usage", async () => {
  expect(await run(["documents", "restore", "allowance", "9"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("This document has no such version"),
  });
  expect(await run(["documents", "compare", "allowance", "0"])).toMatchObject({ exitCode: 2 });
});

test("the original file is written byte for byte, if it is kept", async () => {
  const path = join(folder.folder, "downloaded.md");
  const downloaded = await run(["documents", "original", "allowance", path]);
  expect(downloaded).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^allowance -> .*: \d+ bytes\n$/) });
  expect(await readFile(path, "utf8")).toBe("# Allowance\n\nThe allowance is 10 euros.\n\nRepealed.\n");

  const file = await folder.file("private.md", "# Private\n\nText.\n");
  await run(["documents", "ingest", file, "--original", "none"]);
  expect(await run(["documents", "original", "private", path])).toMatchObject({ exitCode: 1 });
  expect(await run(["documents", "ingest", file, "--original", "all"])).toMatchObject({ exitCode: 2 });
});
