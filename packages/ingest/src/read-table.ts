import { tableText } from "@retrieval/core/chunks";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import { parseMarkdown } from "./parse-markdown.js";
import { readTree } from "./read-tree.js";
import { Warnings } from "./warnings.js";

/** The search text of a table in Markdown; null if the Markdown is not exactly one table. */
export function readTable(markdown: string): string | null {
  const warnings = new Warnings();
  try {
    const root = parseMarkdown(markdown, warnings);
    if (root.children.length !== 1 || root.children[0]?.type !== "table") return null;
    const { children } = readTree(root, warnings).tree;
    const texts = children.map((child) => (child.kind === "table" ? tableText(child.table) : null));
    return texts.includes(null) ? null : texts.join("\n");
  } catch (error) {
    // Nested too deeply for a table.
    if (error instanceof UnreadableDocumentError || error instanceof RangeError) return null;
    throw error;
  }
}
