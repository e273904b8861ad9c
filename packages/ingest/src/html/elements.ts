import type { Element, ElementContent, Nodes, RootContent } from "hast";

const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer " +
    "form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td " +
    "tfoot th thead tr ul"
  ).split(" "),
);

/** The text of a node on one line; a line break is a space. */
export function lineOf(node: Nodes): string {
  return textOf(node).replace(/\s+/g, " ").trim();
}

function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  if (node.type === "element" && node.tagName === "br") return " ";
  return "children" in node ? node.children.map(textOf).join("") : "";
}

export function isElement(node: Nodes | undefined, ...names: readonly string[]): node is Element {
  return node?.type === "element" && (names.length === 0 || names.includes(node.tagName));
}

export function childElements(node: Element, ...names: readonly string[]): Element[] {
  return node.children.filter((child): child is Element => isElement(child, ...names));
}

/** Whether the node is, or contains, a block. */
export function holdsBlocks(nodes: readonly (RootContent | ElementContent)[]): boolean {
  return nodes.some((node) => node.type === "element" && (BLOCKS.has(node.tagName) || holdsBlocks(node.children)));
}

/** A block whose content is one run of text. */
export function isParagraph(node: Nodes): node is Element {
  return isElement(node, "p", "div", "center") && !holdsBlocks(node.children);
}

export function isBlank(node: Nodes): boolean {
  return node.type === "comment" || (node.type === "text" && node.value.trim() === "");
}
