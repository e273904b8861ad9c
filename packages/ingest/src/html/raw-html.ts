import type { Nodes, Parents, Root, RootContent } from "mdast";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { isPhrasing } from "../block-types.js";
import type { Warnings } from "../warnings.js";
import type { HtmlHandlers } from "./html-handlers.js";
import { htmlToMdast } from "./html-to-mdast.js";

/** A placeholder in the HTML for a Markdown node between two pieces of HTML. */
const PLACE = "retrieval-place";
const INLINE_PARENTS: readonly string[] = ["paragraph", "heading", "tableCell", "emphasis", "strong", "delete", "link"];
const parser = unified().use(rehypeParse, { fragment: true }).freeze();

/**
 * Replaces raw HTML by its content. Markdown cuts HTML into pieces (a tag, text, a tag; or a table with a blank line
 * in it), so the pieces of one parent are read as one document, in which the Markdown nodes between them keep their
 * place.
 */
export function resolveRawHtml(parent: Parents, warnings: Warnings): void {
  for (const child of parent.children) if ("children" in child) resolveRawHtml(child, warnings);
  if (parent.children.some(({ type }) => type === "html")) {
    for (const child of parent.children) warnOfOpenComment(child, warnings);
    const nodes = parent.children as RootContent[];
    parent.children = (readTogether(nodes, INLINE_PARENTS.includes(parent.type), warnings) ??
      readApart(nodes, warnings)) as typeof parent.children;
  }
  parent.children = parent.children.flatMap((child) =>
    child.type === "paragraph" && !child.children.every(isPhrasing) ? blocksIn(child) : [child],
  ) as typeof parent.children;
}

/**
 * @returns null if a Markdown node would be lost, doubled or moved, or a heading moved into a table or list, because
 *   a tag is never closed
 */
function readTogether(nodes: readonly RootContent[], isInline: boolean, warnings: Warnings): RootContent[] | null {
  const html = nodes.map((node, i) => (node.type === "html" ? node.value : `<${PLACE} data-node="${i}"></${PLACE}>`));
  const root = convert(html.join(isInline ? "" : "\n"), warnings, {
    [PLACE]: (_state, element) => {
      const node = nodes[Number(element.properties.dataNode)];
      return node && placeFor(node);
    },
  });
  const found = new Set(root.children.map(originalOf));
  const order: RootContent[] = [];
  visit(root, (node) => {
    const original = originalOf(node);
    if (original) order.push(original);
  });
  const kept = nodes.filter(({ type }) => type !== "html");
  const intact = order.length === kept.length && kept.every((node, i) => node === order[i]);
  if (!intact || kept.some((node) => node.type === "heading" && !found.has(node))) return null;
  return restore(root).children;
}

function readApart(nodes: readonly RootContent[], warnings: Warnings): RootContent[] {
  warnings.add({ code: "html.unbalanced_tags" });
  return nodes.flatMap((node) => (node.type === "html" ? convert(node.value, warnings).children : [node]));
}

function convert(html: string, warnings: Warnings, handlers: HtmlHandlers = {}): Root {
  return htmlToMdast(parser.parse(html), warnings, handlers);
}

/** A placeholder of the same kind, inline or block, whose text no later step changes. */
function placeFor(node: RootContent): RootContent {
  const data = { original: node };
  return isPhrasing(node) ? { type: "inlineCode", value: "", data } : { type: "code", value: "", data };
}

function originalOf(node: Nodes): RootContent | undefined {
  return (node.data as { original?: RootContent } | undefined)?.original;
}

function restore(root: Root): Root {
  visit(root, (node) => {
    if ("children" in node) node.children = node.children.map((child) => originalOf(child) ?? child) as RootContent[];
  });
  return root;
}

/** Splits a paragraph whose HTML contains blocks: the blocks, and the text between them as paragraphs. */
function blocksIn(paragraph: Parents): RootContent[] {
  const blocks: RootContent[] = [];
  for (const child of paragraph.children) {
    const last = blocks.at(-1);
    if (!isPhrasing(child)) blocks.push(child);
    else if (last?.type === "paragraph" && last.data === RUN) last.children.push(child);
    else blocks.push({ type: "paragraph", children: [child], data: RUN });
  }
  return blocks;
}

const RUN = {};

function warnOfOpenComment(node: Nodes, warnings: Warnings): void {
  if (node.type === "html" && node.value.startsWith("<!--") && !node.value.includes("-->")) {
    warnings.add({ code: "html.open_comment" });
  }
}
