import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Element, ElementContent } from "hast";
import type { BlockContent, PhrasingContent, Table, TableCell } from "mdast";
import type { HtmlHandlers } from "./html-handlers.js";

type State = Parameters<NonNullable<HtmlHandlers[string]>>[0];

/** WHATWG HTML 4.9.12: a cell spans at most 1,000 columns. */
const COLSPAN_MAX = 1_000;
export const CELLS_MAX = 500_000;

interface Row {
  readonly cells: readonly Element[];
  readonly isHead: boolean;
}

/**
 * Converts an HTML table to an mdast table, with its caption as a paragraph before it. The text of a merged cell is in
 * its first place; the other places are empty and point to it.
 *
 * HTML tables often mark no headings. Then the first row has the headings, or the first column in a table of two
 * columns.
 */
export const htmlTable: HtmlHandlers[string] = (state, element) => {
  const captions = elements(element.children, "caption").flatMap((caption) => state.toFlow(state.all(caption)));
  const rows = rowsOf(element);
  const grid = fill(rows, state);
  const table = grid.length === 0 ? [] : [tableOf(rows, grid)];
  return [...(captions as BlockContent[]), ...table];
};

/** Rows in display order: thead first, tfoot last. */
function rowsOf(table: Element): Row[] {
  const rowsIn = (children: readonly ElementContent[], isHead: boolean) =>
    elements(children, "tr").map((row): Row => ({ cells: elements(row.children, "td", "th"), isHead }));
  const sections = (name: string) => elements(table.children, name).map(({ children }) => children);
  const head = sections("thead").flatMap((children) => rowsIn(children, true));
  const foot = sections("tfoot").flatMap((children) => rowsIn(children, false));
  const body = elements(table.children, "tbody", "tr").flatMap((child) =>
    rowsIn(child.tagName === "tr" ? [child] : child.children, false),
  );
  return [...head, ...body, ...foot].filter(({ cells }) => cells.length > 0);
}

function elements(children: readonly ElementContent[], ...names: string[]): Element[] {
  return children.filter((child): child is Element => child.type === "element" && names.includes(child.tagName));
}

/** Puts the cells in their places (WHATWG HTML 4.9.12, "forming a table"). */
function fill(rows: readonly Row[], state: State): TableCell[][] {
  const grid: (TableCell | undefined)[][] = rows.map(() => []);
  let size = 0;
  let width = 0;
  for (const [r, { cells }] of rows.entries()) {
    let c = 0;
    for (const element of cells) {
      while (grid[r]?.[c]) c += 1;
      const columns = Math.min(span(element.properties.colSpan) || 1, COLSPAN_MAX);
      const height = Math.min(span(element.properties.rowSpan) || rows.length, rows.length - r);
      size += columns * height;
      if (size > CELLS_MAX) throw new UnreadableDocumentError({ code: "file.too_many_cells" });
      const children = (state.all(element) as PhrasingContent[]).map(withoutUnwritableCode);
      for (let y = r; y < r + height; y++) {
        for (let x = c; x < c + columns; x++) {
          const isOrigin = y === r && x === c;
          (grid[y] as TableCell[])[x] ??= isOrigin
            ? { type: "tableCell", children }
            : { type: "tableCell", children: [], data: { spannedFrom: [r, c] } };
        }
      }
      width = Math.max(width, c + 1);
      c += columns;
    }
  }
  return grid.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? { type: "tableCell", children: [] }));
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

function tableOf(rows: readonly Row[], grid: TableCell[][]): Table {
  const width = grid[0]?.length ?? 0;
  const headRows = countHeadRows(rows);
  if (headRows > 0) return build(grid, { headRows });
  const keysInFirstColumn = rows.every(({ cells }) => cells[0]?.tagName === "th");
  if (width > 2 && grid.length > 1 && !keysInFirstColumn) return build(grid, { headRows: 1 });
  const emptyHead = Array.from({ length: width }, (): TableCell => ({ type: "tableCell", children: [] }));
  return build([emptyHead, ...grid.map((row) => row.map(oneRowDown))], {
    headRows: 1,
    keyed: width === 2 || keysInFirstColumn,
  });
}

function countHeadRows(rows: readonly Row[]): number {
  const inHead = rows.filter(({ isHead }) => isHead).length;
  if (inHead > 0) return inHead;
  const firstOther = rows.findIndex(({ cells }) => cells.some(({ tagName }) => tagName !== "th"));
  return firstOther < 0 ? 1 : firstOther;
}

function oneRowDown(cell: TableCell): TableCell {
  const from = cell.data?.spannedFrom;
  return from ? { ...cell, data: { spannedFrom: [from[0] + 1, from[1]] } } : cell;
}

function build(grid: TableCell[][], data: NonNullable<Table["data"]>): Table {
  return { type: "table", align: null, children: grid.map((children) => ({ type: "tableRow", children })), data };
}
