import { describe, expect, test } from "@jest/globals";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import { readerOf } from "../src/readers.js";
import { readHere } from "../test/read.js";

const MAX = 200_000;
const readAs = (type: string, text: string) => readHere(readerOf(type), type, new TextEncoder().encode(text));
const markdown = (text: string) => readAs("text/markdown", text);
const tooLong = (kind: string, beginning: string, length: number) => ({
  problems: [{ code: "file.text_too_long", kind, beginning, length, max: MAX }],
});

describe("a passage longer than a chunk may be", () => {
  const long = `宿泊料\u{20BB7}は、別表第1に定める額とする。${"業務の内容を記す。".repeat(30_000)}`;
  const [first] = [[...long].slice(0, 20).join("")];

  test.each([
    ["a paragraph", `# 規程\n\n前文\n\n${long}\n`, tooLong("paragraph", first, long.length)],
    [
      "a paragraph of many lines",
      `# 規程\n\n${"a\n".repeat(150_000)}`,
      tooLong("paragraph", "a a a a a a a a a a ", 299_999),
    ],
    [
      "an item of a list",
      `- 前\n- ${long}\n`,
      tooLong("list", `- ${[...first].slice(0, 18).join("")}`, long.length + 2),
    ],
    ["a row of a table", `| a |\n| - |\n| ${"x".repeat(MAX)} |\n`, tooLong("table", "| a | | - | | xxxxxx", MAX + 16)],
    ["a heading", `# 規程\n\n## ${long}\n`, tooLong("heading", first, long.length)],
  ])("is refused with its kind and its beginning: %s", async (_what, text, refusal) => {
    const reading = markdown(text);
    await expect(reading).rejects.toThrow(UnreadableDocumentError);
    await expect(reading).rejects.toMatchObject(refusal);
  });

  test("is refused in HTML too", async () => {
    await expect(readAs("text/html", `<h1>規程</h1><p>${long}</p>`)).rejects.toMatchObject(
      tooLong("paragraph", first, long.length),
    );
  });

  test("is accepted when it is split, or exactly as long as the limit", async () => {
    const halves = [long.slice(0, 150_000), long.slice(150_000)];
    const most = "x".repeat(MAX);
    const { chunks } = await markdown([...halves, most].join("\n\n"));
    expect(chunks.map(({ content }) => content)).toEqual([...halves, most]);
  });
});
