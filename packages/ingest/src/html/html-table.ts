import type { Element } from "hast";
import type { BlockContent, PhrasingContent, Table } from "mdast";
import { TableGrid } from "../table-grid.js";
import { childElements } from "./elements.js";
import type { HtmlHandlers } from "./html-handlers.js";

type State = Parameters<NonNullable<HtmlHandlers[string]>>[0];

/** WHATWG HTML 4.9.12: a cell spans at most 1,000 columns. */
const COLSPAN_MAX = 1_000;

interface Row {
  readonly cells: readonly Element[];
  readonly isHead: boolean;
}

/**
 * Converts an HTML table to an mdast table, with its caption as a paragraph before it.
 *
 * HTML tables often mark no headings. Then the first row has the headings, or the first column in a table of two
 * columns.
 */
export const htmlTable: HtmlHandlers[string] = (state, element) => {
  const captions = childElements(element, "caption").flatMap((caption) => state.toFlow(state.all(caption)));
  const rows = rowsOf(element);
  return [...(captions as BlockContent[]), ...(rows.length === 0 ? [] : [tableOf(rows, state)])];
};

/** Rows in display order: thead first, tfoot last. */
function rowsOf(table: Element): Row[] {
  const rowsIn = (...names: string[]) =>
    childElements(table, ...names)
      .flatMap((child) => (child.tagName === "tr" ? [child] : childElements(child, "tr")))
      .map((row): Row => ({ cells: childElements(row, "td", "th"), isHead: names.includes("thead") }));
  return [...rowsIn("thead"), ...rowsIn("tbody", "tr"), ...rowsIn("tfoot")].filter(({ cells }) => cells.length > 0);
}

/** Puts the cells in their places (WHATWG HTML 4.9.12, "forming a table"). */
function tableOf(rows: readonly Row[], state: State): Table {
  const grid = new TableGrid();
  let width = 0;
  for (const [r, { cells }] of rows.entries()) {
    let c = 0;
    for (const element of cells) {
      while (grid.isTaken(r, c)) c += 1;
      const columns = Math.min(span(element.properties.colSpan) || 1, COLSPAN_MAX);
      const height = Math.min(span(element.properties.rowSpan) || rows.length, rows.length - r);
      grid.place([r, c], (state.all(element) as PhrasingContent[]).map(withoutUnwritableCode), height, columns);
      width = Math.max(width, c + 1);
      c += columns;
    }
  }
  const headRows = countHeadRows(rows);
  if (headRows > 0) return grid.tableOf(rows.length, width, headRows);
  const keysInFirstColumn = rows.every(({ cells }) => cells[0]?.tagName === "th");
  if (width > 2 && rows.length > 1 && !keysInFirstColumn) return grid.tableOf(rows.length, width, 1);
  return grid.tableOf(rows.length, width, 0, width === 2 || keysInFirstColumn);
}

/** GFM 4.10: in a table, `\|` means `|` even in code, so code with a backslash before a bar cannot be written. */
function withoutUnwritableCode(node: PhrasingContent): PhrasingContent {
  if (node.type === "inlineCode" && node.value.includes("\\|")) return { type: "text", value: node.value };
  if ("children" in node) node.children = (node.children as PhrasingContent[]).map(withoutUnwritableCode);
  return node;
}

function span(value: unknown): number {
  const number = Number.parseInt(String(value ?? 1), 10);
  return Number.isNaN(number) || number < 0 ? 1 : number;
}

function countHeadRows(rows: readonly Row[]): number {
  const inHead = rows.filter(({ isHead }) => isHead).length;
  if (inHead > 0) return inHead;
  const firstOther = rows.findIndex(({ cells }) => cells.some(({ tagName }) => tagName !== "th"));
  return firstOther < 0 ? 1 : firstOther;
}
