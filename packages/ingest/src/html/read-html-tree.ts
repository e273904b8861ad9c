import type { ReadDocument } from "@retrieval/core/ports";
import type { Root } from "hast";
import { refuseDeepTree } from "../nesting.js";
import { readTree } from "../read-tree.js";
import type { Warnings } from "../warnings.js";
import { htmlToMdast } from "./html-to-mdast.js";
import { resolveLayoutTables } from "./layout-tables.js";
import { promoteParagraphHeadings } from "./paragraph-headings.js";

/** Reads the document tree of a whole HTML document, from HTML or Word. */
export function readHtmlTree(root: Root, warnings: Warnings): Omit<ReadDocument, "warnings"> {
  resolveLayoutTables(root);
  promoteParagraphHeadings(root);
  const mdast = htmlToMdast(root, warnings);
  refuseDeepTree(mdast);
  return readTree(mdast, warnings);
}
