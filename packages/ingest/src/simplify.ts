import type {
  Definition,
  List,
  ListItem,
  Nodes,
  Paragraph,
  ParagraphData,
  PhrasingContent,
  Root,
  RootContent,
  Table,
  TableCell,
} from "mdast";
import { visit } from "unist-util-visit";
import { isPhrasing } from "./block-types.js";
import { plainLine } from "./plain-text.js";
import { footnoteMark, isEmpty, type Simplifying, simplifyMixed, withoutEdges } from "./simplify-phrasing.js";
import type { Block, FlowBlock } from "./simplify-types.js";
import type { Warnings } from "./warnings.js";

/**
 * Simplifies a document to a sequence of headings, paragraphs, lists, tables and code. Quotes and footnotes stay in
 * place; a heading inside a quote or a list opens no section and becomes a paragraph.
 */
export function simplify(root: Root, warnings: Warnings): Block[] {
  const definitions = new Map<string, Definition>();
  visit(root, "definition", (node) => {
    if (!definitions.has(node.identifier)) definitions.set(node.identifier, node);
  });
  const context = { definitions, warnings, betweenBlocks: { type: "text", value: " " } } as const;
  const blocks = root.children.flatMap((node): Block[] => {
    if (node.type !== "heading")
      return simplifyFlow([node], context).map(isMention(node) ? asMention : (block) => block);
    warnings.below(plainLine(node));
    const children = simplifyMixed(node.children, context);
    return isEmpty(children) ? [] : [{ ...node, children }];
  });
  warnings.below("");
  return blocks;
}

/** Quotations and entries of contents mention sections without opening them. */
function isMention(node: RootContent): boolean {
  if (node.type !== "paragraph") return !isPhrasing(node);
  const [only, ...others] = node.children;
  return others.length === 0 && only?.type === "link" && only.url.startsWith("#");
}

function asMention(block: FlowBlock): FlowBlock {
  return block.type === "paragraph" ? { ...block, data: { ...block.data, isMention: true } } : block;
}

function simplifyFlow(nodes: readonly Nodes[], context: Simplifying): FlowBlock[] {
  return nodes.flatMap((node): FlowBlock[] => {
    switch (node.type) {
      case "paragraph":
      case "heading":
        return paragraph(simplifyMixed(node.children, context), node.data);
      case "blockquote":
        return simplifyFlow(node.children, context);
      case "footnoteDefinition":
        return footnote(footnoteMark(node.label ?? node.identifier), simplifyFlow(node.children, context));
      case "list":
        return simplifyList(node, context);
      case "table":
        return simplifyTable(node, context);
      case "code":
        return node.value.trim() === "" ? [] : [node];
      default:
        // Inline content that HTML has outside a paragraph.
        return paragraph(simplifyMixed([node], context));
    }
  });
}

function paragraph(children: PhrasingContent[], data?: ParagraphData): Paragraph[] {
  if (isEmpty(children)) return [];
  return [
    {
      type: "paragraph",
      children: withoutEdges(children).inside,
      ...(data ? { data } : {}),
    },
  ];
}

function footnote(mark: PhrasingContent, blocks: FlowBlock[]): FlowBlock[] {
  const [first, ...rest] = blocks;
  if (first?.type !== "paragraph") return [{ type: "paragraph", children: [mark] }, ...blocks];
  return [{ ...first, children: [mark, { type: "text", value: " " }, ...first.children] }, ...rest];
}

function simplifyList(list: List, context: Simplifying): List[] {
  const children = list.children.map((item): ListItem => {
    const { type, checked = null, spread = false, position } = item;
    const blocks = simplifyFlow(item.children, context);
    return { type, checked, spread, children: blocks, ...(position ? { position } : {}) };
  });
  if (children.every((item) => item.children.length === 0)) return [];
  return [{ ...list, start: list.ordered ? firstNumber(list.start) : null, children }];
}

/** CommonMark 5.2: at most nine digits. HTML allows negative numbers and larger ones. */
function firstNumber(start: number | null | undefined): number {
  return typeof start === "number" && start >= 0 && start <= 999_999_999 ? start : 1;
}

function simplifyTable(table: Table, outer: Simplifying): Table[] {
  const context = { ...outer, betweenBlocks: { type: "break" } } as const;
  const cells = table.children.flatMap((row) => row.children);
  if (cells.some(({ data }) => data?.spannedFrom)) outer.warnings.add({ code: "table.merged_cells" });
  const children = table.children.map((row) => ({
    ...row,
    children: row.children.map(
      (cell): TableCell => ({ ...cell, children: oneLine(simplifyMixed(cell.children, context)) }),
    ),
  }));
  return children.some((row) => !isEmpty(row.children)) ? [{ ...table, children }] : [];
}

/** A cell of a Markdown table is one line; its line breaks are written as `<br>`. */
function oneLine(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return withoutEdges(nodes).inside.map((node): PhrasingContent => {
    if (node.type === "text" || node.type === "inlineCode") return { ...node, value: node.value.replaceAll("\n", " ") };
    return "children" in node ? ({ ...node, children: oneLine(node.children) } as PhrasingContent) : node;
  });
}
