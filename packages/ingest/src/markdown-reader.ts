import { decodeText } from "./decode-text.js";
import { takeFrontMatter } from "./front-matter.js";
import { parseMarkdown } from "./parse-markdown.js";
import type { ReadContent } from "./read-content.js";
import { readTextTree } from "./read-tree.js";
import { dropTemplateMarks } from "./template-marks.js";

/**
 * Reads Markdown (CommonMark with the extensions of GitHub) with its HTML. It runs synchronously and has no time limit;
 * {@link IsolatedReader} sets one.
 */
export const readMarkdown: ReadContent = (bytes, warnings) => {
  const { title: frontTitle, body } = takeFrontMatter(decodeText(bytes, warnings));
  const { tree, title } = readTextTree(parseMarkdown(dropTemplateMarks(body), warnings), warnings);
  return { tree, title: title ?? frontTitle };
};
