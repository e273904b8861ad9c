import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { resolveRawHtml } from "./html/raw-html.js";
import { warnOfOtherNumbers } from "./list-numbers.js";
import { refuseDeepLines, refuseDeepTree } from "./nesting.js";
import type { Warnings } from "./warnings.js";

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/**
 * Parses GitHub Flavored Markdown to mdast and resolves its raw HTML.
 *
 * @throws UnreadableDocumentError if it is nested beyond any real document
 */
export function parseMarkdown(text: string, warnings: Warnings): Root {
  refuseDeepLines(text);
  const root = parser.parse(text);
  refuseDeepTree(root);
  warnOfOtherNumbers(root, text, warnings);
  resolveRawHtml(root, warnings);
  refuseDeepTree(root);
  return root;
}
