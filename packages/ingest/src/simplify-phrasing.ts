import type { Definition, Link, Nodes, PhrasingContent, RootContent } from "mdast";
import { isPhrasing } from "./block-types.js";
import { plainText } from "./plain-text.js";
import type { Warnings } from "./warnings.js";

/** The context of inline content: the link definitions of the whole document, by identifier. */
export interface Simplifying {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly warnings: Warnings;
  /** A line break in table cells, else a space. */
  readonly betweenBlocks: PhrasingContent;
}

/**
 * Makes inline content independent of its place, because each chunk's Markdown is shown without the definitions,
 * footnotes, pictures and relative addresses of its file. Blocks (HTML allows them anywhere) are joined.
 */
export function simplifyMixed(nodes: readonly Nodes[], context: Simplifying): PhrasingContent[] {
  return nodes.flatMap((node, i) => {
    const simple = simplifyInline(node, context);
    const previous = nodes[i - 1];
    const touchesBlock = previous !== undefined && !(isPhrasing(node) && isPhrasing(previous));
    return touchesBlock && simple.length > 0 ? [context.betweenBlocks, ...simple] : simple;
  });
}

function simplifyInline(node: Nodes, context: Simplifying): PhrasingContent[] {
  switch (node.type) {
    case "text":
    case "inlineCode":
      return node.value === "" ? [] : [node];
    case "break":
      return [node];
    case "delete":
      context.warnings.add({ code: "text.struck_out" });
      return marked(node, context);
    case "strong":
    case "emphasis":
      return marked(node, context);
    case "link":
      return linked(node.url, node.children, context);
    case "linkReference":
      return linked(context.definitions.get(node.identifier)?.url ?? "", node.children, context);
    case "image":
    case "imageReference":
      return picture(node.alt, context);
    case "footnoteReference":
      return [footnoteMark(node.label ?? node.identifier)];
    case "table":
      context.warnings.add({ code: "table.nested" });
      return joined(
        node.children.flatMap((row) => row.children),
        space,
        context,
      );
    case "list":
      return joined(
        node.children.map((item, i) => {
          const marker = node.ordered ? `${(node.start ?? 1) + i}.` : "•";
          return { ...item, children: [{ type: "text", value: `${marker} ` }, ...item.children] } as Nodes;
        }),
        context.betweenBlocks,
        context,
      );
    case "code":
      return node.value === "" ? [] : [{ type: "text", value: node.value }];
    case "listItem":
      return simplifyItem(node.children, context);
    default:
      return "children" in node ? simplifyMixed(node.children, context) : [];
  }
}

/** The marker of a list item comes directly before its text. */
function simplifyItem([marker, ...rest]: readonly Nodes[], context: Simplifying): PhrasingContent[] {
  return [...(marker ? simplifyInline(marker, context) : []), ...simplifyMixed(rest, context)];
}

function joined(nodes: readonly Nodes[], separator: PhrasingContent, context: Simplifying): PhrasingContent[] {
  return nodes
    .map((node) => simplifyInline(node, context))
    .filter((simple) => simple.length > 0)
    .flatMap((simple, i) => (i === 0 ? simple : [separator, ...simple]));
}

const space: PhrasingContent = { type: "text", value: " " };

function marked(
  node: Extract<PhrasingContent, { type: "strong" | "emphasis" | "delete" }>,
  context: Simplifying,
): PhrasingContent[] {
  const children = simplifyMixed(node.children, context);
  return isEmpty(children)
    ? children
    : wrapped(children, (inside) => ({ type: node.type, children: inside }) as PhrasingContent);
}

/** Moves line breaks at the edges out of the mark, because Markdown cannot write them inside. */
function wrapped(children: readonly PhrasingContent[], wrap: (inside: PhrasingContent[]) => PhrasingContent) {
  const { before, inside, after } = withoutEdges(children);
  return [...before, wrap(inside), ...after];
}

/** Removes line breaks at both ends, because Markdown cannot write them at the end of a paragraph. */
export function withoutEdges(nodes: readonly PhrasingContent[]) {
  const isEdge = (node: PhrasingContent) =>
    node.type === "break" || (node.type === "text" && /^[ \t\n]*$/.test(node.value));
  const from = nodes.findIndex((node) => !isEdge(node));
  const to = nodes.findLastIndex((node) => !isEdge(node)) + 1;
  return from < 0
    ? { before: [...nodes], inside: [], after: [] }
    : { before: nodes.slice(0, from), inside: nodes.slice(from, to), after: nodes.slice(to) };
}

/** Keeps links whose addresses work from any page; of other links, keeps the text. */
function linked(url: string, children: readonly PhrasingContent[], context: Simplifying): PhrasingContent[] {
  const simple = simplifyMixed(children, context);
  if (isEmpty(simple) || !/^(?:https?|mailto):/i.test(url)) return simple;
  return wrapped(simple, (inside) => ({ type: "link", url, children: inside }) as Link);
}

function picture(alt: string | null | undefined, { warnings }: Simplifying): PhrasingContent[] {
  if (!alt?.trim()) {
    warnings.add({ code: "picture.left_out" });
    return [];
  }
  warnings.add({ code: "picture.replaced" });
  return [{ type: "text", value: alt }];
}

/** A footnote's mark, in the text and before the footnote itself. */
export function footnoteMark(label: string): PhrasingContent {
  return { type: "text", value: `[${label}]` };
}

export function isEmpty(nodes: readonly RootContent[]): boolean {
  return nodes.every((node) => plainText(node).trim() === "");
}
