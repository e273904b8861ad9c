import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, test } from "@jest/globals";
import { readChunkLines, type StructuredUpload } from "@retrieval/core";
import { IsolatedStructuredUploadReader } from "../src/index.js";

const LIMITS = { seconds: 60, heap_megabytes: 1_024 };
const MEBIBYTE = 1024 * 1024;
const utf8 = (text: string) => new TextEncoder().encode(text);
const bodyOf = (chunks: readonly object[]) => utf8(JSON.stringify({ chunks }));

async function readWithin(limits: typeof LIMITS, chunks: readonly object[]): Promise<StructuredUpload | string> {
  return new IsolatedStructuredUploadReader(limits).read("doc", bodyOf(chunks));
}

async function contentsOf(...content_md: string[]): Promise<(string | null)[]> {
  const upload = await readWithin(
    LIMITS,
    content_md.map((markdown) => ({ text_type: "table", content_md: markdown })),
  );
  if (typeof upload === "string") throw new Error(upload);
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
    const rows = Array.from({ length: 1_000 }, (_, i) => `| ${i} | value |`);
    const [text] = await contentsOf(["| n | v |", "| - | - |", ...rows].join("\n"));
    expect(text?.split("\n")).toEqual(rows.map((_, i) => `n: ${i} / v: value`));
  });

  test("is left out for what is not one table", async () => {
    const table = "| a |\n| - |\n| 1 |";
    const others = ["text", "", "```\ncode\n```", `${table}\n\ntext`, `# heading\n\n${table}`, "> ".repeat(5_000)];
    expect(await contentsOf(...others)).toEqual(others.map(() => null));
  });
});

describe("uploads of structured chunks, read in a thread", () => {
  test("end at the limits, in words", async () => {
    const slow = [{ text_type: "table", content_md: "*a **a ".repeat(20_000) + "b** b*".repeat(20_000) }];
    expect(await readWithin({ ...LIMITS, seconds: 1 }, slow)).toContain("take longer than 1 seconds to read");
    const many = Array.from({ length: 60_000 }, () => ({ text_type: "paragraph", content: "x" }));
    expect(await readWithin({ ...LIMITS, heap_megabytes: 20 }, many)).toContain("need too much memory");
  });

  test("of the size of the largest body and made to fill the memory end the thread at most, never the process", async () => {
    const reader = new IsolatedStructuredUploadReader(LIMITS);
    const filled = (open: string, unit: string, close: string) =>
      utf8(open + unit.repeat(Math.floor((50 * MEBIBYTE - 100) / unit.length)) + close);
    for (const body of [
      filled('{"chunks":[', "{},", "{}]}"),
      filled('{"title":"T","chunks":[],"x":[', "{},", "{}]}"),
      filled('{"chunks":[[', "[],", "[]]]}"),
      filled("[", "{},", "{}]"),
      filled("", "[", ""),
    ]) {
      expect(typeof (await reader.read("doc", body))).toBe("string");
    }
  });

  test("hold nobody up", async () => {
    const text = "宿泊料は、別表第1に定める。".repeat(12);
    const body = bodyOf(Array.from({ length: 50_000 }, () => ({ text_type: "paragraph", content: text })));
    expect(body.byteLength).toBeGreaterThan(20 * MEBIBYTE);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const began = performance.now();
    const upload = await new IsolatedStructuredUploadReader(LIMITS).read("doc", body);
    const took = performance.now() - began;
    delay.disable();
    expect(typeof upload).toBe("object");
    // On a busy machine everybody is held up, and the reading takes longer.
    expect(delay.max / 1e6).toBeLessThan(Math.max(1_000, took / 2));
  });
});
