import { readSectionHeading } from "@retrieval/core/chunks";
import { problemWithTitle, TITLE_MAX } from "@retrieval/core/limits";
import type { Element, ElementContent, Root } from "hast";
import { EXIT, SKIP, visit } from "unist-util-visit";
import { CONTENTS_TITLE } from "../pdf/contents-pages.js";
import { childElements, isElement, isParagraph, lineOf } from "./elements.js";

/** Titles that programs generate: a file name, or "untitled". */
const NO_TITLE =
  /^(?:.+\.(?:xml|x?html?|docx?|xlsx?|pptx?|rtf|odt|jtdc?|txt|pdf|php|aspx?)|untitled(?: document)?|無題(?:ドキュメント)?|PowerPoint (?:presentation|プレゼンテーション))$/i;

/** A sentence, or the caption of an article. */
const NO_TITLE_LINE = /[.。:：;；,，、]$|^[（(【〔［[][^）)】〕］\]]*[）)】〕］\]]$/;

const NO_LINES = ["head", "table", "nav", "ul", "ol", "dl"];

/** The text of `<title>`, if it is a real title. */
export function elementTitle(root: Root): string | null {
  const element = titleElement(root);
  return element ? usableTitle(lineOf(element)) : null;
}

/** @returns null if the text is not a title */
export function usableTitle(text: string): string | null {
  const line = text.trim();
  return NO_TITLE.test(line) || problemWithTitle("title", line, TITLE_MAX) !== null ? null : line;
}

function titleElement(root: Root): Element | undefined {
  let found: Element | undefined;
  visit(root, "element", (element) => {
    if (element.tagName === "svg") return SKIP;
    if (element.tagName !== "title") return undefined;
    found = element;
    return EXIT;
  });
  return found;
}

/** The first line of a document, if it is its title: no sentence, article, caption or title of the contents. */
export function firstLineTitle(line: string): string | null {
  const isOther = NO_TITLE_LINE.test(line) || CONTENTS_TITLE.test(line) || readSectionHeading(line).label !== "";
  return isOther ? null : usableTitle(line);
}

/** The title in the first line of text, outside tables and lists and above the first heading. */
export function textLineTitle(root: Root): string | null {
  let line: string | null = null;
  visit(root, "element", (element) => {
    if (NO_LINES.includes(element.tagName)) return SKIP;
    if (/^h[1-6]$/.test(element.tagName)) return EXIT;
    if (!isParagraph(element) || lineOf(element) === "") return undefined;
    line = firstLineTitle(lineOf({ ...element, children: element.children.filter((child) => !isNoteMark(child)) }));
    return EXIT;
  });
  return line;
}

const isNoteMark = (node: ElementContent) =>
  isElement(node, "sup") && childElements(node, "a").some(({ properties: { href } }) => String(href).startsWith("#"));
