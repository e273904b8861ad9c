import type { Paragraph, PhrasingContent, RootContent, Table } from "mdast";
import { TableGrid } from "../table-grid.js";
import type { Cell, Range, SheetCells } from "./cells.js";

/** A title and its date, the department, the unit. */
const TITLE_ROWS_MAX = 5;
const YEAR = /^(?:19\d\d|20\d\d|2100)$/;

type Row = readonly [number: number, cells: ReadonlyMap<number, Cell>];

/** Rows between empty rows are a block: a table below its title; or paragraphs, if each row has a single cell. */
export function sheetBlocks({ rows, merged }: Pick<SheetCells, "rows" | "merged">): RootContent[] {
  return splitBlocks(
    [...rows].sort(([a], [b]) => a - b),
    merged,
  ).flatMap((block): RootContent[] => {
    const first = block.findIndex(([, cells]) => cells.size > 1);
    const table = first < 0 ? [] : block.slice(first);
    const columns = [...new Set(table.flatMap(([, cells]) => [...cells.keys()]))].sort((a, b) => a - b);
    const [from, to] = findHead(table, columns);
    const titles = [...block.slice(0, block.length - table.length), ...table.slice(0, from)].map(lineOf);
    return table.length === 0 ? titles : [...titles, tableOf(table.slice(from), columns, to - from, merged)];
  });
}

function splitBlocks(rows: readonly Row[], merged: readonly Range[]): Row[][] {
  const blocks: Row[][] = [];
  let end = -1;
  for (const row of rows) {
    if (row[0] > end + 1 || blocks.length === 0) blocks.push([]);
    (blocks.at(-1) as Row[]).push(row);
    const covered = merged.filter((range) => range.rows[0] === row[0] && row[1].has(range.columns[0]));
    end = Math.max(end, row[0], ...covered.map((range) => range.rows[1]));
  }
  return blocks;
}

function tableOf(body: readonly Row[], columns: readonly number[], headRows: number, merged: readonly Range[]): Table {
  const grid = new TableGrid();
  let head = headRows;
  for (const range of merged) {
    const r = body.findIndex(([row]) => row === range.rows[0]);
    const c = columns.indexOf(range.columns[0]);
    if (r < 0 || c < 0) continue;
    const height = body.slice(r).filter(([row]) => row <= range.rows[1]).length;
    const width = columns.slice(c).filter((column) => column <= range.columns[1]).length;
    if (headRows > 0 && r === 0) head = Math.min(Math.max(head, height, width > 1 ? 2 : 1), body.length);
    const cell = body[r]?.[1].get(range.columns[0]);
    grid.place([r, c], cell ? linesOf(cell) : [], height, width);
  }
  for (const [r, [, cells]] of body.entries()) {
    for (const [c, column] of columns.entries()) {
      const cell = cells.get(column);
      if (cell && !grid.isTaken(r, c)) grid.place([r, c], linesOf(cell));
    }
  }
  return grid.tableOf(body.length, columns.length, head, headRows === 0 && columns.length === 2);
}

/**
 * The rows of a table that name its columns: the first one, if it has no numbers and fills most columns, or is a text
 * and years; else, below a title, the rows down to the first one that nearly does. In two columns, only a row of another
 * style than the next one.
 *
 * @returns the places of the first of them and of the first row below them; equal ones if no row names the columns
 */
function findHead(table: readonly Row[], columns: readonly number[]): readonly [number, number] {
  const fills = (row: Row | undefined, share: number) =>
    row !== undefined &&
    row[1].size > share * columns.length &&
    [...row[1].values()].every(({ isNumber }) => !isNumber);
  const [first, second] = table;
  if (!first || !second) return [0, 0];
  if (columns.length <= 2) {
    const isOther = columns.every((column) => first[1].get(column)?.style !== second[1].get(column)?.style);
    return fills(first, 0.5) && isOther ? [0, 1] : [0, 0];
  }
  if (fills(first, 0.5) || (namesYears(first) && !namesYears(second))) return [0, 1];
  const last = table.slice(0, TITLE_ROWS_MAX).findIndex((row) => fills(row, 0.75));
  return last < 0 || last === table.length - 1 ? [0, 0] : [table.findIndex((row) => fills(row, 0.5)), last + 1];
}

function namesYears(row: Row): boolean {
  const [name, ...years] = cellsOf(row);
  return name?.isNumber === false && years.length > 1 && years.every(({ text }) => YEAR.test(text));
}

const cellsOf = ([, cells]: Row): Cell[] => [...cells].sort(([a], [b]) => a - b).map(([, cell]) => cell);

const lineOf = (row: Row): Paragraph => ({
  type: "paragraph",
  children: cellsOf(row).flatMap((cell, i) => [
    ...(i > 0 ? [{ type: "text", value: "　" } as const] : []),
    ...linesOf(cell),
  ]),
});

function linesOf({ text }: Cell): PhrasingContent[] {
  const lines = text.trim().split(/\r?\n/);
  return lines.flatMap((value, i): PhrasingContent[] => [
    ...(i > 0 ? [{ type: "break" } as const] : []),
    { type: "text", value },
  ]);
}
