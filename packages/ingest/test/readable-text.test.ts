import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { structureDocument } from "@retrieval/core/chunks";
import type { ReadDocument } from "@retrieval/core/ports";
import { readerOf } from "../src/index.js";
import { warnOfUnreadable, withReadableText } from "../src/readable-text.js";
import { readHere } from "./read.js";
import { tinyPdf } from "./tiny-pdf.js";

function chunksOf(document: ReadDocument) {
  const { tree, title, warnings } = withReadableText(document);
  const chunks = structureDocument({ document_id: "d", title: title ?? "d" }, tree);
  return { chunks, title, warnings: [...warnings, ...warnOfUnreadable(chunks)] };
}

test("a file with control characters is read without them, with a warning", async () => {
  const { chunks, warnings } = await readHere("text/plain", new TextEncoder().encode("a\u0007b"));
  expect(chunks.map(({ content }) => content)).toEqual(["a\ufffdb"]);
  expect(warnings).toMatchObject([{ code: "text.unreadable_characters" }]);
});

test("text that no database stores becomes U+FFFD in every part of a document, with one warning", () => {
  const bad = "a\0b\ud800c\u0007\td\ne\u000bf";
  const good = "a\ufffdb\ufffdc\ufffd\td\ne f";
  const line = "目的\0";
  const { chunks, title, warnings } = chunksOf({
    title: "規程\udc00",
    tree: {
      children: [
        {
          kind: "section",
          ...{ type: "article", label: "第1条", title: line, heading: `第1条 ${line}` },
          children: [
            { kind: "paragraph", text: bad },
            { kind: "table", table: { columns: [bad], rows: [["x\0"]] }, markdown: "| x\0 |" },
          ],
        },
      ],
    },
    warnings: [{ code: "heading.shortened", max: 1 }],
  });
  expect(title).toBe("規程\ufffd");
  expect(chunks[1]?.content).toBe(good);
  expect(chunks[2]?.content_md).toBe("| x\ufffd |");
  for (const chunk of chunks) {
    const json = JSON.stringify(chunk);
    expect(json).not.toMatch(/\\u0000|\\u000b|\\u0007|\\ud[89a-f]/i);
  }
  expect(warnings).toEqual([
    { code: "heading.shortened", max: 1 },
    { code: "text.unreadable_characters", characters: 8, around: "第1条 目的\ufffd" },
  ]);
});

test("good text keeps every character and gives no warning", () => {
  const text = "神\u{20b9f}①～−\tか\u3099\n\u200bx";
  const { chunks, warnings } = chunksOf({
    title: null,
    tree: { children: [{ kind: "paragraph", text }] },
    warnings: [],
  });
  expect(chunks.map(({ content }) => content)).toEqual([text]);
  expect(warnings).toEqual([]);
});

test("a list marker left of its page's edge ends its list", async () => {
  const marks = [
    { text: "1. あ", x: 100, y: 100 },
    { text: "・い", x: 120, y: 120 },
    { text: "(1) う", x: -40, y: 140 },
  ];
  const { tree } = await readerOf("application/pdf")(tinyPdf([marks]));
  expect(JSON.stringify(tree)).toContain("う");
});

describeWithRealData("PDFs that could not be uploaded", () => {
  const read = (name: string) => readHere("application/pdf", readFileSync(`${realDataDir}/documents/${name}`));

  test("booking.pdf, with a list marker left of its column", async () => {
    expect((await read("booking.pdf")).chunks.length).toBeGreaterThan(0);
  });

  test("copy-protected.pdf, with NUL in its text", async () => {
    const { chunks, warnings } = await read("copy-protected.pdf");
    expect(JSON.stringify(chunks)).not.toContain("\\u0000");
    expect(warnings).toContainEqual(expect.objectContaining({ code: "text.unreadable_characters" }));
  });
});
