import { UnreadableDocumentError } from "@retrieval/core/ports";
import { parseMarkdown } from "./parse-markdown.js";
import { simplify } from "./simplify.js";
import { searchTextOf } from "./table-passages.js";
import { Warnings } from "./warnings.js";

/** The search text of a table in Markdown; null if the Markdown is not exactly one table. */
export function readTable(markdown: string): string | null {
  const warnings = new Warnings();
  try {
    const root = parseMarkdown(markdown, warnings);
    if (root.children.length !== 1) return null;
    const [table] = simplify(root, warnings);
    return table?.type === "table" ? searchTextOf(table) : null;
  } catch (error) {
    // Nested too deeply for a table.
    if (error instanceof UnreadableDocumentError || error instanceof RangeError) return null;
    throw error;
  }
}
