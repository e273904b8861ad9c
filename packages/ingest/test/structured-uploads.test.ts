import { describe, expect, test } from "@jest/globals";
import { isolatedStructuredUploads, readChunkLines } from "../src/index.js";

const LIMITS = { seconds: 60, heap_megabytes: 1_024 };
const utf8 = (text: string) => new TextEncoder().encode(text);

async function contentsOf(...content_md: string[]): Promise<(string | null)[]> {
  const chunks = content_md.map((markdown) => ({ text_type: "table", content_md: markdown }));
  const upload = await isolatedStructuredUploads(LIMITS)("doc", utf8(JSON.stringify({ chunks })));
  if ("code" in upload) throw new Error(JSON.stringify(upload));
  const contents: (string | null)[] = [];
  for await (const { chunks } of readChunkLines(upload.payload)) contents.push(...chunks.map(({ content }) => content));
  return contents;
}

describe("the text for search of a table that is given as Markdown alone", () => {
  test("is its columns and values, without markup", async () => {
    expect(
      await contentsOf(
        "| 職位 | 上限 |\n| --- | --- |\n| **部長** | 12,000円 |\n| 課長 | [表](https://example.com/) |",
        "a \\| b | c\n:-:|--\n1 |",
      ),
    ).toEqual(["職位: 部長 / 上限: 12,000円\n職位: 課長 / 上限: 表", "a | b: 1 / c:"]);
  });

  test("names every row of a long one", async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `| ${i} | value |`);
    const [text] = await contentsOf(["| n | v |", "| - | - |", ...rows].join("\n"));
    expect(text?.split("\n")).toEqual(rows.map((_, i) => `n: ${i} / v: value`));
  });

  test("is absent for Markdown that is not one table", async () => {
    const table = "| a |\n| - |\n| 1 |";
    const others = ["text", "", "```\ncode\n```", `${table}\n\ntext`, `# heading\n\n${table}`, "> ".repeat(3_000)];
    expect(await contentsOf(...others)).toEqual(others.map(() => null));
  });
});
