import type { Table, TableCell, TableRow } from "mdast";
import type { FlowTable } from "./flow.js";
import { placeOnPage } from "./place-on-page.js";
import type { TableLine } from "./tables.js";

export function tableToMdast({ columnEdges, rows, headRows }: FlowTable): Table {
  const width = columnEdges.length - 1;
  const isKeyed = width === 2 && headRows === undefined && !hasHeadings(rows);
  const body = rows.map((row, i) => tableRow(row, i, isKeyed ? 1 : 0));
  const empty: TableRow = { type: "tableRow", children: Array.from({ length: width }, () => cell("")) };
  return {
    type: "table",
    children: isKeyed ? [empty, ...body] : body,
    data: isKeyed ? { headRows: 1, keyed: true } : { headRows: headRows ?? countHeadRows(rows) },
  };
}

function tableRow(line: TableLine, index: number, shift: number): TableRow {
  const children = line.cells.map(({ text, origin }, column): TableCell => {
    if (!origin) return cell(text);
    const [up, left] = origin;
    return { ...cell(""), data: { spannedFrom: [index - up + shift, column - left] } };
  });
  return { type: "tableRow", children, data: { place: placeOnPage(line.page, line) } };
}

const cell = (value: string): TableCell => ({
  type: "tableCell",
  children: value === "" ? [] : [{ type: "text", value }],
});

/** Headings end with the tallest cell of the first row, or one row later if one spans columns. */
function countHeadRows(rows: readonly TableLine[]): number {
  const [first, second] = rows;
  if (!first) return 1;
  const tallest = Math.max(...first.cells.map((place) => place.rows));
  const isGrouped = first.cells.some(({ columns }) => columns > 1);
  const isDivided = second?.cells.every(({ columns }) => columns === 1) ?? false;
  return Math.min(tallest === 1 && isGrouped && isDivided ? 2 : tallest, Math.max(rows.length - 1, 1));
}

/** A first row whose value looks like the one below it (６１歳, ６２歳) is not a heading. */
function hasHeadings([first, second]: readonly TableLine[]): boolean {
  const shape = (row: TableLine | undefined) => (row?.cells[1]?.text ?? "").normalize("NFKC").replace(/[0-9]+/g, "0");
  return !/0/.test(shape(first)) || shape(first) !== shape(second);
}
