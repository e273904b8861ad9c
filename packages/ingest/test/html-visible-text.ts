import { expect } from "@jest/globals";
import { type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import type { Element, Nodes } from "hast";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { readHtml } from "./html-read.js";
import { squeezed, visibleText } from "./visible-text.js";

const NEVER_SHOWN = ["head", "script", "style", "template", "noscript"];

/** The visible text of a page, without white space, directly from the tree of its elements. */
export function visibleHtml(html: string): string {
  return squeezed(textOf(unified().use(rehypeParse).parse(html)));
}

function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  if (node.type === "element") {
    const { hidden, style } = node.properties;
    if (NEVER_SHOWN.includes(node.tagName) || hidden || /display: ?none/.test(String(style))) return "";
    if (node.tagName === "img") return String(node.properties.alt ?? "");
    if (node.tagName === "ol") return numbered(node);
    if (node.tagName === "rt") return `（${node.children.map(textOf).join("")}）`;
  }
  return "children" in node ? node.children.map(textOf).join("") : "";
}

/** A list's numbers are visible too: a page may as well write them out in a table. */
function numbered({ properties: { start }, children }: Element): string {
  const items = children.filter((child) => child.type === "element");
  const texts = items.map((item) => squeezed(textOf(item)));
  return texts.every((text) => text === "") ? "" : texts.map((text, i) => `${Number(start ?? 1) + i}.${text}`).join("");
}

/** The same letters in the same order; where they begin to differ, a few of them. */
export function expectSameText(actual: string, expected: string): void {
  const [shown, meant] = [[...actual], [...expected]];
  const at = meant.findIndex((sign, i) => sign !== shown[i]);
  const from = Math.max(at < 0 ? meant.length : at, 0);
  const around = (text: string) => [...text].slice(Math.max(from - 30, 0), from + 30).join("");
  expect(around(actual)).toBe(around(expected));
}

/** Holds every visible character of a page against its chunks: the same ones, in the same order. */
export async function expectEveryHtmlCharacter(html: string): Promise<void> {
  const { tree, title } = await readHtml(html);
  const chunks = structureDocument({ document_id: "d", title: title ?? "d" }, tree);
  // A single h1 is the document's title and not one of its chunks.
  const shownTitle = (html.match(/<h1/g) ?? []).length === 1 ? squeezed(title ?? "") : "";
  expectSameText(withoutSigns(shownTitle + chunks.map(shownText).join("")), withoutSigns(visibleHtml(html)));
}

/** Bullets and dashes, and the arrows of merged cells, may be the page's or ours. */
const withoutSigns = (text: string) => text.replace(/[-•—←↑]/g, "");

export function shownText({ text_type, content, content_md }: StructuredChunk): string {
  return text_type === "table" ? visibleText(content_md ?? "") : squeezed(content ?? "");
}
