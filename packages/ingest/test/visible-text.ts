import type { Nodes as HtmlNodes } from "hast";
import type { Nodes } from "mdast";
import rehypeParse from "rehype-parse";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

/**
 * The visible text of a Markdown source, character by character and without white space: another way to the same
 * text than the reader's own, straight from the syntax tree. Markers (bullets, numbers, task boxes) do not count.
 */
export function visibleText(markdown: string): string {
  return squeezed(textOf(unified().use(remarkParse).use(remarkGfm).parse(markdown)));
}

export const squeezed = (text: string) => text.replace(/\s+/g, "");

function textOf(node: Nodes): string {
  switch (node.type) {
    case "text":
    case "inlineCode":
    case "code":
      return node.value;
    case "image":
    case "imageReference":
      return node.alt ?? "";
    case "footnoteReference":
      return `[${node.label}]`;
    case "footnoteDefinition":
      return `[${node.label}]${node.children.map(textOf).join("")}`;
    case "html":
      return htmlText(unified().use(rehypeParse, { fragment: true }).parse(node.value));
    default:
      return "children" in node ? node.children.map(textOf).join("") : "";
  }
}

const HIDDEN = ["script", "style", "template"];

function htmlText(node: HtmlNodes): string {
  if (node.type === "text") return node.value;
  if (node.type === "element" && HIDDEN.includes(node.tagName)) return "";
  return "children" in node ? node.children.map(htmlText).join("") : "";
}
