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

/** Inline content; everything else stands on lines of its own. Raw HTML may be either and is asked for by its place. */
export function isPhrasing(node: Nodes): node is PhrasingContent {
  return !BLOCK_TYPES.has(node.type);
}
