import type { Nodes, PhrasingContent } from "mdast";

const BLOCK_TYPES: ReadonlySet<string> = new Set<Nodes["type"]>([
  "blockquote",
  "code",
  "definition",
  "footnoteDefinition",
  "heading",
  "list",
  "listItem",
  "paragraph",
  "table",
  "tableCell",
  "tableRow",
  "thematicBreak",
]);

/** Inline content; all other nodes are blocks. Raw HTML may be either, depending on its place. */
export function isPhrasing(node: Nodes): node is PhrasingContent {
  return !BLOCK_TYPES.has(node.type);
}
