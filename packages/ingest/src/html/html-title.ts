import { problemWithLine, TITLE_MAX } from "@retrieval/core/limits";
import type { Element, ElementContent, Root } from "hast";
import { EXIT, SKIP, visit } from "unist-util-visit";
import { childElements, isElement, isParagraph, lineOf } from "./elements.js";

/** What programs write into `<title>` when nobody did: the name of a file, or that there is none. */
const NO_TITLE =
  /^(?:[^\s]+\.(?:xml|x?html?|docx?|rtf|txt|pdf|php|aspx?)|untitled(?: document)?|無題(?:ドキュメント)?)$/i;

const NO_LINES = ["head", "table", "nav", "ul", "ol", "dl"];

/** What a page's `<title>` says, if that is a title. */
export function elementTitle(root: Root): string | null {
  const element = titleElement(root);
  return element ? usableTitle(lineOf(element)) : null;
}

/** @returns null for what is no title */
export function usableTitle(text: string): string | null {
  const line = text.trim();
  return NO_TITLE.test(line) || problemWithLine("title", line, TITLE_MAX) !== null ? null : line;
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

/** The line of text that a document begins with, outside tables and lists, if it is no sentence. */
export function textLineTitle(root: Root): string | null {
  let line: string | null = null;
  visit(root, "element", (element) => {
    if (NO_LINES.includes(element.tagName)) return SKIP;
    if (!isParagraph(element) || lineOf(element) === "") return undefined;
    const text = lineOf({ ...element, children: element.children.filter((child) => !isNoteMark(child)) });
    if (!/[.。:：;；,，、]$/.test(text)) line = usableTitle(text);
    return EXIT;
  });
  return line;
}

const isNoteMark = (node: ElementContent) =>
  isElement(node, "sup") && childElements(node, "a").some(({ properties: { href } }) => String(href).startsWith("#"));
