import type { Root } from "hast";
import { visit } from "unist-util-visit";
import { isBlank, isElement, lineOf } from "../html/elements.js";
import { CONTENTS_TITLE } from "../pdf/contents-pages.js";

/** A table of contents lists headings but has none: one preformatted text, an entry in each line. */
export const CONTENTS_STYLE = "p.contents => pre:separator('\\n')";

/** Makes the title above each table of contents a heading, so that its section ends at the first heading of the text. */
export function titleContents(root: Root): void {
  for (const [i, node] of root.children.entries()) {
    if (!isElement(node, "pre")) continue;
    visit(node, "text", (text) => {
      text.value = text.value.replaceAll("\t", " ");
    });
    const above = root.children.slice(0, i).findLast((one) => !isBlank(one));
    if (isElement(above, "p") && CONTENTS_TITLE.test(lineOf(above))) above.tagName = "h2";
  }
}
