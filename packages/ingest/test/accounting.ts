import { expect } from "@jest/globals";
import { type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import { read } from "./read.js";
import { squeezed, visibleText } from "./visible-text.js";

/** Holds every visible character of a source against the chunks made from it: the same ones, in the same order. */
export async function expectEveryCharacter(markdown: string): Promise<void> {
  const { tree, title } = await read(markdown);
  const chunks = structureDocument({ document_id: "d", title: title ?? "d" }, tree);
  const expected = visibleText(markdown);
  // Our signs inside tables: • before the items of a list, ← and ↑ for places that a merged cell covers.
  expect((squeezed(title ?? "") + chunks.map(shownText).join("")).replace(/[•←↑]/g, "")).toBe(expected);
  // The plain text of a list is the same without the markers at the beginning of its lines.
  for (const chunk of chunks.filter(({ text_type }) => text_type === "list")) {
    expect(lettersOf(chunk.content ?? "")).toBe(lettersOf(visibleText(chunk.content_md ?? "")));
  }
  // A table's search text has the content of its Markdown.
  for (const { content, content_md } of chunks.filter(({ text_type }) => text_type === "table")) {
    const searched = squeezed(content ?? "");
    expect(words(visibleText(content_md ?? "")).filter((word) => !searched.includes(word))).toEqual([]);
  }
}

function shownText({ text_type, content, content_md }: StructuredChunk): string {
  return text_type === "list" || text_type === "table" ? visibleText(content_md ?? "") : squeezed(content ?? "");
}

/** Letters alone: digits and signs may be markers. */
const lettersOf = (text: string) => text.replace(/^\s*(?:[-*]|\d+\.)(?:\s+\[[ x]\])?/gm, "").replace(/[^\p{L}]/gu, "");
const words = (text: string) => text.match(/\p{L}+/gu)?.map((word) => word.slice(0, 1)) ?? [];
