import { describe, expect, test } from "@jest/globals";
import { readHere } from "./read.js";

const MAX = 6_000;
const chunksIn = async (type: string, text: string) => {
  const { chunks } = await readHere(type, new TextEncoder().encode(text));
  for (const { content, content_md } of chunks) {
    expect(Math.max(content?.length ?? 0, content_md?.length ?? 0)).toBeLessThanOrEqual(MAX);
    expect(content?.isWellFormed()).toBe(true);
  }
  const ids = chunks.map(({ chunk_id }) => chunk_id);
  expect(ids).toEqual([...new Set(ids)]);
  return chunks;
};
const contentsIn = async (type: string, text: string) =>
  (await chunksIn(type, text)).map(({ content }) => content ?? "");
const sentences = (count: number) =>
  Array.from({ length: count }, (_, i) => `第${i}号の業務は、（別に定める。）とおりとし、その額を記す。`).join("");
const letters = (text: string) => text.replaceAll(/\s/g, "");

describe("a text above 6,000 characters", () => {
  const long = sentences(600);

  test.each([
    ["Markdown", "text/markdown", `# 規程\n\n${long}\n`],
    ["HTML", "text/html", `<h1>規程</h1><p>${long}</p>`],
    ["TXT", "text/plain", `${long}\n`],
  ])("is split behind sentences: %s", async (_format, type, text) => {
    const contents = await contentsIn(type, text);
    expect(contents.join("") === long).toBe(true);
    expect(contents.length).toBe(Math.ceil(long.length / MAX));
    expect(contents.every((content) => content.endsWith("記す。"))).toBe(true);
  });

  test("without sentences is split at blanks, or between two characters", async () => {
    const words = "word ".repeat(3_000).trim();
    const contents = await contentsIn("text/markdown", `${words}\n`);
    expect(contents.join(" ")).toBe(words);
    const signs = `a${"\u{20BB7}".repeat(5_000)}`;
    expect((await contentsIn("text/markdown", `${signs}\n`)).join("")).toBe(signs);
    expect(await contentsIn("text/markdown", `${"x".repeat(MAX)}\n`)).toHaveLength(1);
  });

  test("keeps its lines in code", async () => {
    const code = Array.from({ length: 2_000 }, (_, i) => `line ${i};`);
    const contents = await contentsIn("text/markdown", `\`\`\`\n${code.join("\n")}\n\`\`\`\n`);
    expect(contents.flatMap((content) => content.split("\n"))).toEqual(code);
  });

  test("in a heading goes on below it, in its section", async () => {
    const chunks = await chunksIn("text/markdown", `# 規程\n\n## ${long}\n\n本文\n`);
    expect(chunks[0]?.text_type).toBe("heading");
    expect(chunks.slice(1).every(({ text_type }) => text_type === "paragraph")).toBe(true);
    expect(new Set(chunks.map(({ metadata }) => JSON.stringify(metadata.section_path))).size).toBe(1);
    expect(chunks.map(({ content }) => content).join("")).toBe(`${long}本文`);
  });

  test("in the Markdown of one item leaves the other items a list", async () => {
    const chunks = await chunksIn("text/markdown", `1. 前\n2. ${"\\*".repeat(3_500)}\n3. 後\n`);
    expect(chunks.map(({ text_type, content }) => [text_type, content?.slice(0, 5)])).toEqual([
      ["list", "1. 前"],
      ["paragraph", "2. **"],
      ["list", "3. 後"],
    ]);
  });

  test("in an item of a list becomes paragraphs between the lists", async () => {
    const chunks = await chunksIn("text/markdown", `- 前\n- ${long}\n- 後\n`);
    const types = chunks.map(({ text_type }) => text_type);
    expect([types.at(0), types.at(-1), new Set(types.slice(1, -1))]).toEqual(["list", "list", new Set(["paragraph"])]);
    expect(letters(chunks.map(({ content }) => content).join(""))).toBe(`-前-${long}-後`);
  });

  test("in a row of a table becomes paragraphs that name its columns, between the tables", async () => {
    const chunks = await chunksIn(
      "text/markdown",
      `| 号 | 業務 |\n| - | - |\n| 1 | 短い |\n| 2 | ${long} |\n| 3 | 短い |\n`,
    );
    const [first, second] = [chunks[0], chunks[1]];
    expect(first?.content).toBe("号: 1 / 業務: 短い");
    expect(second?.content?.startsWith("号: 2 / 業務: 第0号の業務は、")).toBe(true);
    expect(chunks.at(-1)?.content_md).toBe("| 号 | 業務 |\n| -- | ---- |\n| 3  | 短い |");
    expect(
      chunks
        .slice(1, -1)
        .map(({ content }) => content)
        .join(""),
    ).toBe(`号: 2 / 業務: ${long}`);
  });
});

describe("a table above 6,000 characters", () => {
  const rows = Array.from({ length: 900 }, (_, i) => [`${i}`, `品目${i}`, `${i * 10}円`]);
  const columns = ["管理番号", "備品の名称（購入時に届け出たもの）", "金額"];

  test.each([
    ["CSV", "text/csv", [columns, ...rows].map((row) => row.join(",")).join("\n")],
    [
      "Markdown",
      "text/markdown",
      [columns, ["-", "-", "-"], ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n"),
    ],
  ])("is split between rows, each part with the headings: %s", async (_format, type, text) => {
    const chunks = await chunksIn(type, text);
    expect(chunks.length).toBeGreaterThan(5);
    const lines = chunks.flatMap(({ content_md }) => {
      const [head, rule, ...body] = (content_md ?? "")
        .split("\n")
        .map((line) => line.split("|").map((cell) => cell.trim()));
      expect([head?.slice(1, -1), rule?.every((cell) => /^-*$/.test(cell))]).toEqual([columns, true]);
      return body.map((cells) => cells.slice(1, -1));
    });
    expect(lines).toEqual(rows);
  });

  test("shows a merged cell once more in each part", async () => {
    const body = rows.map(
      ([id, name], i) => `<tr>${i === 0 ? '<td rowspan="900">総務部</td>' : ""}<td>${id}</td><td>${name}</td></tr>`,
    );
    const head = "<tr><th>部署</th><th>番号</th><th>名称</th></tr>";
    const chunks = await chunksIn("text/html", `<table><thead>${head}</thead><tbody>${body.join("")}</tbody></table>`);
    expect(chunks.length).toBeGreaterThan(2);
    for (const { content, content_md } of chunks) {
      expect(content_md?.split("\n")[2]).toMatch(/^\| 総務部 /);
      expect(content?.split("\n").every((line) => line.startsWith("部署: 総務部 / 番号: "))).toBe(true);
    }
  });

  test("has no limit of columns or of its headings' length", async () => {
    const wide = Array.from({ length: 2_000 }, (_, i) => `列の名前${i}`);
    const contents = await contentsIn("text/csv", `${wide.join(",")}\n${wide.map((_, i) => `値${i}`).join(",")}\n`);
    for (const [i, name] of wide.entries()) expect(contents.join(" ")).toContain(`${name}: 値${i}`);
  });
});
