import { UnreadableDocumentError } from "@retrieval/core/ports";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { refuseDeepTree } from "../nesting.js";
import type { ReadContent } from "../read-content.js";
import { decodeHtml } from "./decode-html.js";
import { dropHidden } from "./drop-hidden.js";
import { elementTitle, textLineTitle } from "./html-title.js";
import { keepMainContent } from "./main-content.js";
import { readHtmlTree } from "./read-html-tree.js";

const parser = unified().use(rehypeParse).freeze();

/** Reads an HTML page as a browser without styles and scripts would show it, without what is around its content. */
export const readHtml: ReadContent = (bytes, warnings) => {
  const root = parser.parse(decodeHtml(bytes, warnings));
  refuseDeepTree(root);
  const written = elementTitle(root);
  dropHidden(root);
  keepMainContent(root, warnings);
  const title = written ?? textLineTitle(root);
  const read = readHtmlTree(root, warnings);
  if (read.tree.children.length === 0) {
    throw new UnreadableDocumentError({ code: "html.no_text" });
  }
  return { tree: read.tree, title: read.title ?? title };
};
