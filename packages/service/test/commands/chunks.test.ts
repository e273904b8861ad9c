import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf, runCommand, temporaryFolder } from "./run-command.js";

const MODEL = "bge-m3@2026-01-31";
let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const run = commandsOf(() => service, "900001");
const ingest = async (name: string, ...texts: string[]) => {
  const chunks = texts.map((content) => ({ text_type: "paragraph", content }));
  const path = await folder.file(`${name}.json`, JSON.stringify({ title: name, chunks }));
  expect((await run(["documents", "ingest", path])).exitCode).toBe(0);
};
const linesIn = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  folder = await temporaryFolder();
  await ingest("rules", "第一", "行\u2028区切り");
  await ingest("wages", "賃金");
});
afterAll(() => service.close());

describe("chunks export", () => {
  test("writes only the lines, to standard output unless a file is named", async () => {
    const result = await run(["chunks", "export"]);
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    expect(linesIn(result.stdout).map(({ chunk_id }) => chunk_id)).toEqual([
      "rules::paragraph-1",
      "rules::paragraph-2",
      "wages::paragraph-1",
    ]);
    for (const flags of [["--jsonl"], ["--jsonl", "-"]])
      expect((await run(["chunks", "export", ...flags])).stdout).toBe(result.stdout);
  });

  test("writes a complete file, and says how many chunks it has", async () => {
    const path = `${folder.folder}/chunks.jsonl`;
    const result = await run(["chunks", "export", "--jsonl", path, "--document", "wages"]);
    expect(result).toMatchObject({ exitCode: 0, stdout: `${path}: 1 chunk\n` });
    expect(linesIn(await readFile(path, "utf8"))).toMatchObject([{ text: "賃金", audience: ["*"] }]);
    expect((await run(["chunks", "export", "--jsonl", path, "--json"])).json()).toEqual({ path, chunks: 3 });
    const watched = await run(["chunks", "export", "--jsonl", path], { watched: true });
    expect(watched.stderr).toContain("chunks");
  });

  test.each([
    [["--stale", "bge-m3"], 1, "stale must be NAME@DATE"],
    [["--document", "unknown"], 1, "No such document"],
    [["--json"], 2, "set --jsonl FILE"],
    [["--jsonl", "/nowhere/chunks.jsonl"], 2, "there is no such file or folder"],
  ])("with %j fails with a sentence", async (flags, exitCode, words) => {
    const result = await run(["chunks", "export", ...flags]);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stdout + result.stderr).toContain(words);
  });

  test("leaves no file behind if the answer breaks off", async () => {
    const half = createServer((_req, res) => {
      res.setHeader("Content-Type", "application/x-ndjson");
      res.write('{"chunk_id":"a"}\n');
      setTimeout(() => res.destroy(), 50);
    });
    await new Promise<void>((resolve) => half.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(half.address() as AddressInfo).port}`;
    const path = `${folder.folder}/half.jsonl`;
    const result = await runCommand(["chunks", "export", "--url", url, "--jsonl", path], {
      env: { RETRIEVAL_TOKEN: "t", DATA_DIR: "/nowhere" },
    });
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("broke off") });
    await expect(stat(path)).rejects.toThrow("ENOENT");
    await expect(stat(`${path}.part`)).rejects.toThrow("ENOENT");
    half.close();
  });
});

describe("chunks embedded", () => {
  test("writes the version back, so that no chunk is stale, and names the chunks that have changed since", async () => {
    const { stdout } = await run(["chunks", "export", "--stale", MODEL]);
    const path = await folder.file("embedded.jsonl", stdout);
    await ingest("rules", "第一", "別の行");
    const result = await run(["chunks", "embedded", path, "--version", MODEL]);
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: `${path}: 2 written, 1 outdated, 0 unknown\n  outdated  rules::paragraph-2\n`,
    });
    const stale = await run(["chunks", "export", "--stale", MODEL]);
    expect(linesIn(stale.stdout).map(({ text }) => text)).toEqual(["別の行"]);

    const again = await run(["chunks", "embedded", "-", "--version", MODEL, "--json"], { stdin: stale.stdout });
    expect(again.json()).toEqual({ embed_version: MODEL, written: 1, outdated: [], unknown: [] });
    expect((await run(["chunks", "export", "--stale", MODEL])).stdout).toBe("");
  });

  test("continues after a deleted document or chunk, and uses the later of two lines for one chunk", async () => {
    const text_hash = `sha256:${"0".repeat(64)}`;
    const [rule] = linesIn((await run(["chunks", "export", "--document", "rules"])).stdout);
    const lines = [
      { chunk_id: "gone::paragraph-1", doc_id: "gone", text_hash },
      { ...rule, text_hash },
      rule,
      { chunk_id: "rules::paragraph-9", doc_id: "rules", text_hash },
    ];
    const stdin = `${lines.map((line) => JSON.stringify(line)).join("\r\n\r\n")}`;
    const result = await run(["chunks", "embedded", "-", "--version", "m@2026-02-01", "--json"], { stdin });
    expect(result.json()).toEqual({
      embed_version: "m@2026-02-01",
      written: 1,
      outdated: [],
      unknown: ["gone::paragraph-1", "rules::paragraph-9"],
    });
  });

  test("accepts more chunks than one call", async () => {
    await ingest("long", ...Array.from({ length: 2_001 }, (_, i) => `${i}`));
    const { stdout } = await run(["chunks", "export", "--document", "long"]);
    const result = await run(["chunks", "embedded", "-", "--version", MODEL], { stdin: stdout });
    expect(result.stdout).toBe("standard input: 2001 written, 0 outdated, 0 unknown\n");
  });

  test.each([
    [
      "{}",
      ["--version", MODEL],
      "standard input, line 1 is not a line of an export: chunk_id, doc_id and text_hash are required.\n",
    ],
    ["\n\nnonsense", ["--version", MODEL], "The lines before it may have been written back.\n"],
    ["", ["--version", "bge-m3@yesterday"], "--version must be NAME@DATE"],
    ["", [], "required option"],
  ])("refuses %j with %j", async (stdin, flags, words) => {
    const result = await run(["chunks", "embedded", "-", ...flags], { stdin });
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(words) });
  });
});
