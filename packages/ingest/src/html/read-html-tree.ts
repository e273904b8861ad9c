import type { ReadDocument } from "@retrieval/core/ports";
import type { Root } from "hast";
import { refuseDeepTree } from "../nesting.js";
import { readTextTree } from "../read-tree.js";
import type { Warnings } from "../warnings.js";
import { htmlToMdast } from "./html-to-mdast.js";
import { resolveLayoutTables } from "./layout-tables.js";

/** Reads the document tree of a whole HTML document, from HTML or Word. */
export function readHtmlTree(root: Root, warnings: Warnings): Omit<ReadDocument, "warnings"> {
  resolveLayoutTables(root);
  const mdast = htmlToMdast(root, warnings);
  refuseDeepTree(mdast);
  return readTextTree(mdast, warnings);
}
